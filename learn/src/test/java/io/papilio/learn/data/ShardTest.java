package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShardTest {

  @Property
  void shouldGiveEachRowToOneWorker(
      @ForAll @Size(max = 6) List<@IntRange(max = 600) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 9) int workers) {
    Shard all = Shard.of(blocks(sizes));
    int total = sizes.stream().mapToInt(Integer::intValue).sum();
    assertEquals(total, all.size());
    int next = 0;
    for (int worker = 0; worker < workers; worker++) {
      Shard shard = all.part(workers, worker);
      assertTrue(shard.size() == total / workers || shard.size() == total / workers + 1);
      for (int row = 0; row < shard.size(); row++) {
        assertEquals(next++, shard.block(row).label(shard.row(row)));
      }
    }
    assertEquals(total, next);
  }

  @Property
  void shouldDivideParts(
      @ForAll @Size(max = 6) List<@IntRange(max = 7) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 4) int groups,
      @ForAll @IntRange(min = 1, max = 4) int workers) {
    Shard all = Shard.of(blocks(sizes));
    int next = 0;
    for (int i = 0; i < groups * workers; i++) {
      Shard shard = all.part(groups, i / workers).part(workers, i % workers);
      for (int row = 0; row < shard.size(); row++) {
        assertEquals(next++, shard.block(row).label(shard.row(row)));
      }
    }
    assertEquals(all.size(), next);
  }

  /** Each row once, whatever the parts and threads; sums that round are the same to the bit. */
  @Property(tries = 50)
  void shouldAddUpAllRowsByAnyThreads(
      @ForAll @Size(max = 4) List<@IntRange(max = 900) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 70) int parts) {
    Shard all = Shard.of(blocks(sizes)).part(2, 1);
    double[] expected = null;
    for (int threads = 1; threads <= 5; threads++) {
      double[] sums = {1, 0};
      int[] seen = new int[(int) all.size()];
      all.on(threads)
          .addUp(
              parts,
              sums,
              (from, to, own) -> {
                for (int i = (int) from; i < to; i++) {
                  seen[i]++;
                  own[0]++;
                  own[1] += 1 / (1.0 + all.block(i).label(all.row(i)));
                }
              });
      assertTrue(IntStream.of(seen).allMatch(times -> times == 1));
      assertEquals(1 + all.size(), sums[0]);
      expected = expected == null ? sums : expected;
      assertArrayEquals(expected, sums, 0);
    }
  }

  @Test
  void shouldFailIfAPartFails() {
    Shard all = Shard.of(blocks(List.of(3000))).on(3);
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                all.addUp(
                    7,
                    new double[1],
                    (from, to, own) -> {
                      if (from > 0) {
                        throw new IllegalStateException("broken");
                      }
                    }));
    assertEquals("broken", failure.getMessage());
  }

  @Test
  void shouldCountEntries() {
    Shard all = Shard.of(blocks(List.of(3, 0, 5)));
    assertEquals(8, all.entries());
    assertEquals(3, all.part(3, 0).entries());
  }

  @Test
  void shouldKnowTheFeaturesOfAll() {
    Shard all = Shard.of(blocks(List.of(3, 0, 5)));
    assertEquals(8 * 2 - 1, all.features());
    assertEquals(8 * 2 - 1, all.part(8, 0).features());
    assertEquals(0, Shard.of(List.of()).features());
  }

  /** The label of a row is its number in all, and twice that the index of its entry. */
  private static List<SparseRows> blocks(List<Integer> sizes) {
    List<SparseRows> blocks = new ArrayList<>();
    int next = 0;
    for (int size : sizes) {
      RowsBuilder rows = new RowsBuilder();
      for (int row = 0; row < size; row++) {
        rows.add(2 * next, next + 0.5f);
        rows.endRow(next++, 1);
      }
      blocks.add(rows.build());
    }
    return blocks;
  }
}
