package io.papilio.learn.job;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker's rows in two parts: most are learned from, a share, spread evenly, is kept back.
 *
 * @param learned to learn from
 * @param kept to see when to stop
 */
record HoldOut(List<SparseRows> learned, List<SparseRows> kept) {

  static HoldOut of(List<SparseRows> blocks, double share) {
    if (share == 0) {
      return new HoldOut(blocks, List.of());
    }
    List<SparseRows> learned = new ArrayList<>();
    List<SparseRows> kept = new ArrayList<>();
    RowsBuilder learning = new RowsBuilder();
    RowsBuilder keeping = new RowsBuilder();
    long number = 0;
    for (SparseRows block : blocks) {
      for (int row = 0; row < block.size(); row++, number++) {
        boolean keeps = (long) ((number + 1) * share) > (long) (number * share);
        (keeps ? keeping : learning).addRow(block, row);
      }
      learned.add(learning.build());
      kept.add(keeping.build());
    }
    return new HoldOut(learned, kept);
  }
}
