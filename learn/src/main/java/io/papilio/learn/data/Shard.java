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
 */
public final class Shard {
  private final SparseRows[] blocks;
  private final int[] firsts; // of each block: the number of its first row, in all
  private final int from;
  private final int size;

  private Shard(SparseRows[] blocks, int[] firsts, int from, int size) {
    this.blocks = blocks;
    this.firsts = firsts;
    this.from = from;
    this.size = size;
  }

  /** All rows. */
  public static Shard of(List<SparseRows> blocks) {
    int[] firsts = new int[blocks.size() + 1];
    for (int i = 0; i < blocks.size(); i++) {
      firsts[i + 1] = Math.addExact(firsts[i], blocks.get(i).size());
    }
    return new Shard(blocks.toArray(SparseRows[]::new), firsts, 0, firsts[blocks.size()]);
  }

  /** What one of several workers gets of these rows. */
  public Shard part(int workers, int worker) {
    Range range = Range.part(size, workers, worker);
    return new Shard(blocks, firsts, from + range.from(), range.length());
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

  private int find(int number) {
    int low = 0;
    int high = blocks.length - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (firsts[middle] <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
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
