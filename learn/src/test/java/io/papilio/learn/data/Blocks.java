package io.papilio.learn.data;

import java.util.List;

/** Rows in blocks, for tests to look into. */
public final class Blocks {
  private Blocks() {}

  public static List<SparseRows> rows(Source.Loaded loaded) {
    return rows(loaded.blocks());
  }

  public static List<SparseRows> rows(List<? extends RowBlock> blocks) {
    return blocks.stream().map(RowBlock::rows).toList();
  }
}
