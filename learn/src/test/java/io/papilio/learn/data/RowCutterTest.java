package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RowCutterTest {

  /** Where blocks end depends on the rows alone, and not on how they come. */
  @Property(tries = 30)
  void shouldCutTheSameRowsAlike(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9000) int pieces,
      @ForAll @IntRange(max = 60) int entries) {
    int size = 10_000;
    List<SparseRows> whole = cut(List.of(rows(seed, 0, size, entries)));
    List<SparseRows> some = new ArrayList<>();
    for (int from = 0; from < size; from += pieces) {
      some.add(rows(seed, from, Math.min(size, from + pieces), entries));
    }
    List<SparseRows> cut = cut(some);
    assertEquals(whole.size(), cut.size());
    int row = 0;
    for (int i = 0; i < cut.size(); i++) {
      SparseRows block = cut.get(i);
      assertEquals(whole.get(i).size(), block.size());
      assertEquals(whole.get(i).entries(), block.entries());
      for (int j = 0; j < block.size(); j++) {
        assertEquals(row++, block.label(j));
        assertEquals(whole.get(i).hash(j), block.hash(j));
      }
    }
    assertEquals(size, row);
  }

  @Test
  void shouldEndABlockWithTheRowThatFillsIt() {
    for (int entries : new int[] {0, 1, 7, 8, 9, 1000}) {
      for (SparseRows block : cut(List.of(rows(1, 0, 10_000, entries))).subList(0, 2)) {
        int last = block.end(block.size() - 1) - block.start(block.size() - 1);
        assertTrue(block.size() == RowCutter.ROWS || block.entries() >= RowCutter.ENTRIES);
        assertTrue(block.size() <= RowCutter.ROWS);
        assertTrue(block.entries() - last < RowCutter.ENTRIES);
      }
    }
  }

  @Test
  void shouldGiveNothingOfNothing() {
    assertEquals(List.of(), cut(List.of()));
    assertEquals(List.of(), cut(List.of(rows(1, 0, 0, 3))));
  }

  @Test
  void shouldNotCopyARangeOfRows() {
    SparseRows all = rows(1, 0, 2 * RowCutter.ROWS, 3);
    for (SparseRows block : cut(List.of(all))) {
      assertSame(all.values(), block.values());
    }
  }

  private static List<SparseRows> cut(List<SparseRows> rows) {
    List<SparseRows> blocks = new ArrayList<>();
    RowCutter cutter = new RowCutter(blocks::add);
    rows.forEach(cutter);
    cutter.end();
    return blocks;
  }

  /** The label of a row is its number; some rows have weights, as chance will have it. */
  private static SparseRows rows(long seed, int from, int to, int entries) {
    RowsBuilder rows = new RowsBuilder();
    for (int row = from; row < to; row++) {
      SplittableRandom random = new SplittableRandom(seed + row);
      int count = entries == 0 ? 0 : random.nextInt(entries, 2 * entries);
      for (int i = 0; i < count; i++) {
        rows.add(i, random.nextInt(1, 9));
      }
      rows.endRow(row, random.nextInt(1000) == 0 ? 2 : 1);
    }
    return rows.build();
  }
}
