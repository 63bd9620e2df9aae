package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RowOrderTest {

  @Property(tries = 200)
  void shouldHaveEachRowOnce(
      @ForAll @Size(max = 200) List<@IntRange(min = 1, max = 40) Integer> sizes) {
    Shard shard = Shard.of(blocks(sizes));
    long[] order = Orders.shuffled(shard, 7, 1, 2);
    assertArrayEquals(
        LongStream.range(0, shard.size()).toArray(), Arrays.stream(order).sorted().toArray());
  }

  @Test
  void shouldShuffleByAllThatCounts() {
    for (int blocks : new int[] {1, 64, 65, 200}) {
      Shard shard = Shard.of(blocks(IntStream.generate(() -> 9).limit(blocks).boxed().toList()));
      long[] order = Orders.shuffled(shard, 1, 2, 3);
      assertArrayEquals(order, Orders.shuffled(shard, 1, 2, 3));
      assertFalse(Arrays.equals(order, Orders.shuffled(shard, 0, 2, 3)));
      assertFalse(Arrays.equals(order, Orders.shuffled(shard, 1, 1, 3)));
      assertFalse(Arrays.equals(order, Orders.shuffled(shard, 1, 2, 4)));
    }
    assertEquals(0, Orders.shuffled(Shard.of(List.of()), 1, 2, 3).length);
  }

  /** Neighbours in time are no neighbours in memory. */
  @Test
  void shouldShuffleManyRowsByRuns() {
    for (int size : new int[] {4095, 4096, 4097, 5000, 20_011}) {
      Shard shard = Shard.of(blocks(List.of(size)));
      for (int epoch = 0; epoch < 5; epoch++) {
        long[] order = Orders.shuffled(shard, 1, 0, epoch);
        int neighbours = 0;
        int sameHalf = 0;
        for (int i = 1; i < size; i++) {
          neighbours += Math.abs(order[i] - order[i - 1]) == 1 ? 1 : 0;
          sameHalf += order[i] < size / 2 == order[i - 1] < size / 2 ? 1 : 0;
        }
        assertTrue(neighbours < size / 50, neighbours + " neighbours of " + size);
        assertEquals(0.5, (double) sameHalf / size, 0.1, "as if drawn by chance");
      }
    }
  }

  /** Rows that have to be read are read once an epoch if a few windows fit in memory. */
  @Test
  void shouldTakeAllRowsOfSomeBlocksBeforeOthers() {
    int blocks = 5 * RowOrder.BLOCKS - 3;
    Shard shard = Shard.of(blocks(IntStream.range(0, blocks).map(i -> 5 + i % 3).boxed().toList()));
    long[] order = Orders.shuffled(shard, 3, 0, 1);
    long[] cuts = shard.cuts();
    List<List<Integer>> windows = new ArrayList<>();
    int at = 0;
    while (at < order.length) {
      List<Integer> window = new ArrayList<>();
      long rows = 0;
      for (long seen = 0; at < order.length && (window.size() < RowOrder.BLOCKS || seen < rows); ) {
        int found = Arrays.binarySearch(cuts, order[at]);
        int block = found >= 0 ? found : -found - 2;
        if (!window.contains(block)) {
          window.add(block);
          rows += cuts[block + 1] - cuts[block];
        }
        seen++;
        at++;
      }
      windows.add(window);
    }
    assertEquals(5, windows.size());
    List<Integer> all = windows.stream().flatMap(List::stream).toList();
    assertEquals(blocks, all.size(), "no block in two windows");
    assertEquals(blocks, all.stream().distinct().count());
    long low = windows.get(0).stream().filter(block -> block < blocks / 2).count();
    assertTrue(low > 16 && low < 48, "blocks from anywhere: " + low);
  }

  @Property(tries = 100)
  void shouldCutBatchesAnywhere(
      @ForAll @Size(min = 60, max = 200) List<@IntRange(min = 1, max = 9) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 900) int batch) {
    Shard shard = Shard.of(blocks(sizes));
    long[] expected = Orders.shuffled(shard, 5, 0, 0);
    RowOrder order = RowOrder.of(shard, 5, 0, 0);
    for (int from = 0; from < expected.length; from += batch) {
      int to = Math.min(expected.length, from + batch);
      Batch some = order.batch(from, to);
      assertEquals(to - from, some.size());
      for (int i = 0; i < some.size(); i++) {
        assertEquals(expected[from + i], some.number(i));
      }
      assertEquals(to < expected.length, some.hasNext());
      if (some.hasNext()) {
        assertEquals(expected[to], some.number(some.size()), "the first of the next batch");
      }
    }
    assertEquals(0, order.batch(expected.length, expected.length).size());
  }

  /** A training that goes on does so in the middle of an epoch. */
  @Test
  void shouldBeginAnywhere() {
    Shard shard = Shard.of(blocks(IntStream.generate(() -> 3).limit(400).boxed().toList()));
    long[] expected = Orders.shuffled(shard, 5, 0, 0);
    for (int at : new int[] {0, 191, 192, 193, 700, 1199, 1}) {
      assertEquals(expected[at], RowOrder.of(shard, 5, 0, 0).row(at));
    }
    RowOrder order = RowOrder.of(shard, 5, 0, 0);
    for (int at : new int[] {1199, 0, 600, 599, 191, 192}) {
      assertEquals(expected[at], order.row(at));
    }
  }

  /** A block that is as large as blocks are, whatever its rows. */
  private record Full(SparseRows rows) implements RowBlock {
    @Override
    public int size() {
      return rows.size();
    }

    @Override
    public int entries() {
      return 1 << 15;
    }

    @Override
    public int features() {
      return 1;
    }
  }

  private static List<RowBlock> blocks(List<Integer> sizes) {
    List<RowBlock> blocks = new ArrayList<>();
    RowsBuilder rows = new RowsBuilder();
    int next = 0;
    for (int size : sizes) {
      for (int i = 0; i < size; i++) {
        rows.add(0, 1);
        rows.endRow(next++, 1);
      }
      blocks.add(new Full(rows.build()));
    }
    return blocks;
  }
}
