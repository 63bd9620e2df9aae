package io.papilio.learn.data;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The rows of one worker, which lie in blocks.
 *
 * <pre>
 *   blocks   | 0 1 2 3 4 | 5 6 | 7 8 9 |
 *   shard    0 1 2 3 4 5 6 7 8 9
 * </pre>
 *
 * <p>Sums over all rows can be made by several threads. Rows are cut into parts, whose sums are
 * added in their order, and parts do not depend on threads: so the bits are those of one thread.
 */
public final class Shard implements AutoCloseable {
  private static final int SHIFT = 8;

  /** Fewer rows are added up sooner than another thread has begun. */
  private static final int WORTH_THREADS = 1000;

  private final RowBlock[] blocks;
  private final SparseRows[] present; // null: to be read
  private final ReadAhead reader;
  private final long[] firsts; // of each block: the number of its first row, in all
  private final int[] near; // the block of row 0, row 256, row 512 ...
  private final long from;
  private final long size;
  private final int threads;

  /** Adds to sums what a range of rows adds; several threads call it, each with sums of its own. */
  @FunctionalInterface
  public interface Pass {
    void over(long from, long to, double[] sums);
  }

  private Shard(Shard all, long from, long size, int threads) {
    this.blocks = all.blocks;
    this.present = all.present;
    this.reader = all.reader;
    this.firsts = all.firsts;
    this.near = all.near;
    this.from = from;
    this.size = size;
    this.threads = threads;
  }

  private Shard(RowBlock[] blocks) {
    this.blocks = blocks;
    this.present = new SparseRows[blocks.length];
    this.reader = new ReadAhead(blocks, present);
    this.firsts = new long[blocks.length + 1];
    for (int i = 0; i < blocks.length; i++) {
      firsts[i + 1] = firsts[i] + blocks[i].size();
      present[i] = blocks[i] instanceof SparseRows rows ? rows : null;
    }
    this.from = 0;
    this.size = firsts[blocks.length];
    this.threads = 1;
    this.near = new int[Math.toIntExact((size >>> SHIFT) + 1)];
    int block = 0;
    for (int i = 0; i < near.length; i++) {
      while (block < blocks.length - 1 && firsts[block + 1] <= (long) i << SHIFT) {
        block++;
      }
      near[i] = block;
    }
  }

  public static Shard of(List<? extends RowBlock> blocks) {
    return new Shard(blocks.toArray(RowBlock[]::new));
  }

  /** Returns one of several ranges of these rows, which differ by one row at most. */
  public Shard part(int parts, int part) {
    long begin = size / parts * part + Math.min(part, size % parts);
    long length = size / parts + (part < size % parts ? 1 : 0);
    return new Shard(this, from + begin, length, threads);
  }

  /** Returns the same rows, over which {@code count} threads pass. */
  public Shard on(int count) {
    return new Shard(this, from, size, count);
  }

  /** Adds what a pass over all rows adds; by parts, of which there can be as many threads. */
  public void addUp(int parts, double[] sums, Pass pass) {
    if (parts == 1) {
      pass.over(0, size, sums);
      return;
    }
    OrderedSum sum = new OrderedSum(sums, parts);
    AtomicInteger next = new AtomicInteger();
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    IntStream.range(0, size < WORTH_THREADS ? 1 : Math.min(threads, parts))
        .parallel()
        .forEach(
            thread -> {
              try {
                double[] own = new double[sums.length];
                for (int i = next.getAndIncrement(); i < parts; i = next.getAndIncrement()) {
                  long begin = start(parts, i);
                  long end = start(parts, i + 1);
                  if (begin < end) {
                    reader.inOrder(find(from + begin), find(from + end - 1) + 1);
                  }
                  pass.over(begin, end, own);
                  own = sum.add(i, own);
                }
              } catch (RuntimeException e) { // as it is: the pool would hand on a copy
                failure.compareAndSet(null, e);
              } finally {
                reader.inAnyOrder();
              }
            });
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private long start(int parts, int part) {
    return size * part / parts;
  }

  /** Returns how many entries all rows have. */
  public long entries() {
    long entries = 0;
    for (int i = 0; i < blocks.length; i++) {
      long begin = Math.max(from, firsts[i]);
      long end = Math.min(from + size, firsts[i + 1]);
      if (end - begin == blocks[i].size()) {
        entries += blocks[i].entries();
      } else if (begin < end) {
        SparseRows rows = block(begin - from);
        for (int row = (int) (begin - firsts[i]); row < end - firsts[i]; row++) {
          entries += rows.end(row) - rows.start(row);
        }
      }
    }
    return entries;
  }

  /**
   * Returns the numbers of the rows with which blocks begin, and the number of rows: rows between
   * two of these lie together, and are read together if they are not in memory. Blocks that are
   * smaller than those of a {@link RowCutter} count as one with those that follow.
   */
  public long[] cuts() {
    LongStream.Builder cuts = LongStream.builder().add(0);
    long rows = 0;
    long entries = 0;
    for (int i = 0; i < blocks.length && firsts[i + 1] < from + size; i++) {
      boolean isOwn = firsts[i + 1] > from;
      rows += isOwn ? blocks[i].size() : 0;
      entries += isOwn ? blocks[i].entries() : 0;
      if (RowCutter.isFull(rows, entries)) {
        cuts.add(firsts[i + 1] - from);
        rows = 0;
        entries = 0;
      }
    }
    return size == 0 ? new long[1] : cuts.add(size).build().toArray();
  }

  /** Hears that rows will be asked for, in any order. */
  public void expect(long first, long end) {
    for (int block = find(from + first); block < blocks.length; block++) {
      if (firsts[block] >= from + end) {
        return;
      }
      reader.expect(block);
    }
  }

  /** Lets go of files from which rows were read. */
  @Override
  public void close() {
    for (RowBlock block : blocks) {
      block.close();
    }
  }

  public long size() {
    return size;
  }

  /** Returns the block in which a row of this shard lies, as its row {@link #row}. */
  public SparseRows block(long number) {
    int block = find(from + number);
    SparseRows rows = present[block];
    return rows != null ? rows : reader.get(block);
  }

  /** Returns the number of a row of this shard within its {@link #block}. */
  public int row(long number) {
    return (int) (from + number - firsts[find(from + number)]);
  }

  /** Looks near: branches that cannot be foretold would cost as much as the row. */
  private int find(long number) {
    int block = near[(int) (number >>> SHIFT)];
    while (firsts[block + 1] <= number) {
      block++;
    }
    return block;
  }

  /** Returns copies of {@code count} of these rows, spread evenly. */
  public SparseRows pick(int count) {
    RowsBuilder picked = new RowsBuilder();
    for (int i = 0; i < count; i++) {
      long number = i * size / count;
      picked.addRow(block(number), row(number));
    }
    return picked.build();
  }

  /**
   * Returns a number that is most likely another one for other rows: it depends on the labels,
   * weights, indices and values of all of them, but not on their order. The sum of the fingerprints
   * of all workers is that of all rows, whoever has which of them.
   */
  public long fingerprint() {
    long sum = 0;
    for (long i = 0; i < size; i++) {
      sum += block(i).hash(row(i));
    }
    return sum;
  }

  /** Returns one more than the largest index in any row of the blocks. */
  public int features() {
    int features = 0;
    for (RowBlock block : blocks) {
      features = Math.max(features, block.features());
    }
    return features;
  }
}
