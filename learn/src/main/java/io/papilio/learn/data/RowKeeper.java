package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Takes rows as they are read, and has them when all are. */
public interface RowKeeper extends Consumer<SparseRows> {
  /** Returns all rows that were accepted, in their order. */
  List<RowBlock> blocks();

  /** Returns one that keeps all in memory. */
  static RowKeeper inMemory() {
    List<RowBlock> blocks = new ArrayList<>();
    return new RowKeeper() {
      @Override
      public void accept(SparseRows rows) {
        blocks.add(rows);
      }

      @Override
      public List<RowBlock> blocks() {
        return blocks;
      }
    };
  }
}
