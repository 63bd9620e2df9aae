package io.papilio.learn.data;

import io.papilio.core.schedule.Range;
import java.util.List;

/**
 * The rows of one worker: a range of all rows, which lie in blocks.
 *
 * <pre>
 *   blocks   | 0 1 2 3 4 | 5 6 | 7 8 9 |
 *   shards   | 0 1 2 3 | 4 5 6 | 7 8 9 |      of 3 workers: they differ by one row at most
 * </pre>
 *
 * Where each worker was given other rows to begin with there is nothing left to divide: its {@link
 * #own} rows are its part.
 */
public final class Shard {
  private static final int SHIFT = 8;

  private final SparseRows[] blocks;
  private final int[] firsts; // of each block: the number of its first row, in all
  private final int[] near; // the block of row 0, row 256, row 512 ...
  private final int from;
  private final int size;
  private final boolean isOwn;

  private Shard(SparseRows[] blocks, int[] firsts, int[] near, Range range, boolean isOwn) {
    this.blocks = blocks;
    this.firsts = firsts;
    this.near = near;
    this.from = range.from();
    this.size = range.length();
    this.isOwn = isOwn;
  }

  /** All rows, which all workers have. */
  public static Shard of(List<SparseRows> blocks) {
    return of(blocks, false);
  }

  /** Rows that no other worker has. */
  public static Shard own(List<SparseRows> blocks) {
    return of(blocks, true);
  }

  private static Shard of(List<SparseRows> blocks, boolean isOwn) {
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
    return new Shard(blocks.toArray(SparseRows[]::new), firsts, near, Range.of(size), isOwn);
  }

  /** What one of several workers gets of these rows. */
  public Shard part(int workers, int worker) {
    if (isOwn) {
      return this;
    }
    Range range = Range.part(size, workers, worker);
    return new Shard(blocks, firsts, near, range.shift(from), false);
  }

  /** Whether other workers have other rows. */
  public boolean isOwn() {
    return isOwn;
  }

  public int size() {
    return size;
  }

  /** The block in which a row of this shard lies; there it has the number {@link #row}. */
  public SparseRows block(int number) {
    return blocks[find(from + number)];
  }

  /** The number of a row of this shard within its {@link #block}. */
  public int row(int number) {
    return from + number - firsts[find(from + number)];
  }

  /** Mostly right at once: branches that cannot be foretold would cost as much as the row. */
  private int find(int number) {
    int block = near[number >>> SHIFT];
    while (firsts[block + 1] <= number) {
      block++;
    }
    return block;
  }

  /** A copy of so many of these rows, spread evenly. */
  public SparseRows pick(int count) {
    RowsBuilder picked = new RowsBuilder();
    for (int i = 0; i < count; i++) {
      int number = (int) ((long) i * size / count);
      picked.addRow(block(number), row(number));
    }
    return picked.build();
  }

  /** Another number, most likely, for other rows; looks at each row but not at all of it. */
  public long fingerprint() {
    long hash = size;
    for (int i = 0; i < size; i++) {
      SparseRows block = block(i);
      int row = row(i);
      int entries = block.end(row) - block.start(row);
      hash = 31 * hash + Float.floatToIntBits(block.label(row));
      hash = 31 * hash + entries;
      hash = 31 * hash + (entries == 0 ? 0 : block.indices()[block.end(row) - 1]);
    }
    return hash;
  }

  /** One more than the largest index in any row, of all shards. */
  public int features() {
    int features = 0;
    for (SparseRows block : blocks) {
      features = Math.max(features, block.features());
    }
    return features;
  }
}
