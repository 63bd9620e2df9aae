package io.papilio.learn.data;

import java.util.function.UnaryOperator;

/** Rows that are changed whenever they are read; some of them may be left out. */
record ChangedBlock(
    RowBlock block, UnaryOperator<SparseRows> change, int size, int entries, int features)
    implements RowBlock {
  @Override
  public SparseRows rows() {
    return change.apply(block.rows());
  }

  @Override
  public void close() {
    block.close();
  }
}
