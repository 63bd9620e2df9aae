package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;

/** Some rows of a worker's shard: those of one iteration. */
public final class Batch {
  private final Shard shard;
  private final long[] order;
  private final int from;
  private final int to;

  /** Makes a batch of the rows with the numbers {@code order[from]} to {@code order[to - 1]}. */
  public Batch(Shard shard, long[] order, int from, int to) {
    this.shard = shard;
    this.order = order;
    this.from = from;
    this.to = to;
  }

  /** Returns how many rows there are; perhaps none. */
  public int size() {
    return to - from;
  }

  /** Returns where a row lies; there it has the number {@link #row}. */
  public SparseRows rows(int i) {
    return shard.block(order[from + i]);
  }

  public int row(int i) {
    return shard.row(order[from + i]);
  }

  /** Returns the number of a row in the shard, by which it can be known again. */
  public long number(int i) {
    return order[from + i];
  }

  /** Whether the epoch goes on after this batch: row {@link #size} is then the first to come. */
  public boolean hasNext() {
    return to < order.length;
  }

  /** Returns one of the rows, alone. */
  public Batch only(int i) {
    return new Batch(shard, order, from + i, from + i + 1);
  }
}
