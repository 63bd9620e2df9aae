package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;

/** Some rows of a worker's shard: those of one iteration. */
public final class Batch {
  private final Shard shard;
  private final int[] order;
  private final int from;
  private final int to;

  /** The rows with the numbers {@code order[from]} to {@code order[to]} (exclusive). */
  Batch(Shard shard, int[] order, int from, int to) {
    this.shard = shard;
    this.order = order;
    this.from = from;
    this.to = to;
  }

  /** How many; perhaps none. */
  public int size() {
    return to - from;
  }

  /** Where a row lies; there it has the number {@link #row}. */
  public SparseRows rows(int i) {
    return shard.block(order[from + i]);
  }

  public int row(int i) {
    return shard.row(order[from + i]);
  }

  /** The number of a row in the shard, by which it can be known again. */
  public int number(int i) {
    return order[from + i];
  }

  /** One of the rows, alone. */
  Batch only(int i) {
    return new Batch(shard, order, from + i, from + i + 1);
  }
}
