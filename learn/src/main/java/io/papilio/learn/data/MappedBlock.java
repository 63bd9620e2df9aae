package io.papilio.learn.data;

import java.util.function.UnaryOperator;

/** Rows that are changed whenever they are read. */
record MappedBlock(RowBlock block, UnaryOperator<SparseRows> change) implements RowBlock {
  @Override
  public int size() {
    return block.size();
  }

  @Override
  public int entries() {
    return block.entries();
  }

  @Override
  public int features() {
    return block.features();
  }

  @Override
  public SparseRows rows() {
    return change.apply(block.rows());
  }

  @Override
  public void close() {
    block.close();
  }
}
