package io.papilio.learn.data;

import java.util.function.UnaryOperator;

/** Those of some rows that are left whenever they are read. */
record FilteredBlock(
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
