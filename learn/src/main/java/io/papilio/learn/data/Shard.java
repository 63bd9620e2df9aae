package io.papilio.learn.data;

import io.papilio.core.schedule.Range;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

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
public final class Shard {
  private static final int SHIFT = 8;

  /** Fewer rows are added up sooner than another thread has begun. */
  private static final int WORTH_THREADS = 1000;

  private final SparseRows[] blocks;
  private final int[] firsts; // of each block: the number of its first row, in all
  private final int[] near; // the block of row 0, row 256, row 512 ...
  private final int from;
  private final int size;
  private final int threads;

  /** Adds to sums what a range of rows adds; several threads call it, each with sums of its own. */
  @FunctionalInterface
  public interface Pass {
    void over(int from, int to, double[] sums);
  }

  private Shard(SparseRows[] blocks, int[] firsts, int[] near, Range range, int threads) {
    this.blocks = blocks;
    this.firsts = firsts;
    this.near = near;
    this.from = range.from();
    this.size = range.length();
    this.threads = threads;
  }

  public static Shard of(List<SparseRows> blocks) {
    int[] firsts = new int[blocks.size() + 1];
    for (int i = 0; i < blocks.size(); i++) {
      firsts[i + 1] = Math.addExact(firsts[i], blocks.get(i).size());
    }
    int size = firsts[blocks.size()];
    int[] near = new int[(size >>> SHIFT) + 1];
    int block = 0;
    for (int i = 0; i < near.length; i++) {
      while (block < blocks.size() - 1 && firsts[block + 1] <= i << SHIFT) {
        block++;
      }
      near[i] = block;
    }
    return new Shard(blocks.toArray(SparseRows[]::new), firsts, near, Range.of(size), 1);
  }

  /** Returns one of several ranges of these rows, which differ by one row at most. */
  public Shard part(int parts, int part) {
    Range range = Range.part(size, parts, part);
    return new Shard(blocks, firsts, near, range.shift(from), threads);
  }

  /** Returns the same rows, over which {@code count} threads pass. */
  public Shard on(int count) {
    return new Shard(blocks, firsts, near, new Range(from, from + size), count);
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
                  pass.over(start(parts, i), start(parts, i + 1), own);
                  own = sum.add(i, own);
                }
              } catch (RuntimeException e) { // as it is: the pool would hand on a copy
                failure.compareAndSet(null, e);
              }
            });
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private int start(int parts, int part) {
    return (int) ((long) size * part / parts);
  }

  /** Returns how many entries all rows have. */
  public long entries() {
    long entries = 0;
    for (int i = 0; i < size; i++) {
      SparseRows block = block(i);
      entries += block.end(row(i)) - block.start(row(i));
    }
    return entries;
  }

  public int size() {
    return size;
  }

  /** Returns the block in which a row of this shard lies, as its row {@link #row}. */
  public SparseRows block(int number) {
    return blocks[find(from + number)];
  }

  /** Returns the number of a row of this shard within its {@link #block}. */
  public int row(int number) {
    return from + number - firsts[find(from + number)];
  }

  /** Looks near: branches that cannot be foretold would cost as much as the row. */
  private int find(int number) {
    int block = near[number >>> SHIFT];
    while (firsts[block + 1] <= number) {
      block++;
    }
    return block;
  }

  /** Returns copies of {@code count} of these rows, spread evenly. */
  public SparseRows pick(int count) {
    RowsBuilder picked = new RowsBuilder();
    for (int i = 0; i < count; i++) {
      int number = (int) ((long) i * size / count);
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
    for (int i = 0; i < size; i++) {
      sum += block(i).hash(row(i));
    }
    return sum;
  }

  /** Returns one more than the largest index in any row of the blocks. */
  public int features() {
    int features = 0;
    for (SparseRows block : blocks) {
      features = Math.max(features, block.features());
    }
    return features;
  }
}
