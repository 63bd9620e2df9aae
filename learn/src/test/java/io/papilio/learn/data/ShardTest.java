package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** Rows that are in no memory are the same rows, and each is read once in a pass. */
  @Property(tries = 40)
  void shouldReadWhatIsNotInMemory(
      @ForAll @Size(max = 400) List<@IntRange(max = 9) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 4) int threads) {
    List<SparseRows> blocks = blocks(sizes);
    List<Kept> kept = blocks.stream().map(Kept::new).toList();
    Shard all = Shard.of(blocks);
    Shard read = Shard.of(kept).on(threads);
    assertEquals(all.size(), read.size());
    assertEquals(all.entries(), read.entries());
    assertEquals(all.features(), read.features());
    assertArrayEquals(all.cuts(), read.cuts());
    assertTrue(kept.stream().noneMatch(block -> block.reads.get() > 0), "known without reading");
    double[] expected = new double[1];
    double[] sum = new double[1];
    all.addUp(64, expected, (from, to, own) -> add(all, from, to, own));
    read.addUp(64, sum, (from, to, own) -> add(read, from, to, own));
    assertArrayEquals(expected, sum, 0);
    assertEquals(all.fingerprint(), read.fingerprint());
  }

  private static void add(Shard shard, long from, long to, double[] sums) {
    for (long row = from; row < to; row++) {
      sums[0] += 1 / (1.0 + shard.block(row).label(shard.row(row)));
    }
  }

  @Test
  void shouldReadEachBlockOnceInAPass() {
    List<Kept> kept = large(1000);
    Shard shard = Shard.of(kept);
    for (int pass = 1; pass <= 3; pass++) {
      shard.fingerprint();
      for (Kept block : kept) {
        assertEquals(pass, block.reads.get());
      }
    }
  }

  /** Who knows in which order it takes blocks has them read in that order, and no others. */
  @Test
  void shouldReadWhatIsExpected() {
    List<Kept> kept = blocks(Collections.nCopies(300, 2)).stream().map(Kept::new).toList();
    Shard shard = Shard.of(kept);
    for (int block = 299; block > 200; block -= 2) {
      shard.expect(2L * block, 2L * block + 2);
    }
    for (int block = 299; block > 200; block -= 2) {
      assertEquals(2 * block + 1, shard.block(2L * block + 1).label(1));
    }
    for (int block = 0; block < 300; block++) {
      assertEquals(block > 200 && block % 2 == 1 ? 1 : 0, kept.get(block).reads.get());
    }
  }

  /** Blocks of which few fit in memory, by more threads than there is room to read ahead for. */
  @Test
  void shouldReadLargeBlocksOnceByManyThreads() {
    List<Kept> kept = large(500);
    Shard shard = Shard.of(kept).on(16);
    double[] sums = new double[1];
    shard.addUp(64, sums, (from, to, own) -> add(shard, from, to, own));
    for (Kept block : kept) {
      int reads = block.reads.get();
      assertTrue(reads == 1 || reads == 2, "once, or twice where two parts meet: " + reads);
    }
  }

  /** Blocks of two rows that say they have more entries than few of them fit in memory. */
  private static List<Kept> large(int count) {
    return blocks(Collections.nCopies(count, 2)).stream()
        .map(rows -> new Kept(rows, 2, 400_000))
        .toList();
  }

  @Test
  void shouldFailWhereABlockCannotBeRead() {
    Shard shard = Shard.of(List.of(new Kept(null, 2, 1)));
    for (int i = 0; i < 2; i++) {
      assertThrows(DataException.class, () -> shard.block(0));
    }
  }

  /** A block that is read whenever it is asked for. */
  private static final class Kept implements RowBlock {
    private final SparseRows rows;
    private final int size;
    private final int entries;
    private final AtomicInteger reads = new AtomicInteger();

    Kept(SparseRows rows) {
      this(rows, rows.size(), rows.entries());
    }

    Kept(SparseRows rows, int size, int entries) {
      this.rows = rows;
      this.size = size;
      this.entries = entries;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public int entries() {
      return entries;
    }

    @Override
    public int features() {
      return rows == null ? 1 : rows.features();
    }

    @Override
    public SparseRows rows() {
      reads.incrementAndGet();
      if (rows == null) {
        throw new DataException("file", "is gone");
      }
      return rows;
    }
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
