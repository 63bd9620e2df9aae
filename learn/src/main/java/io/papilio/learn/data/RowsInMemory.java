package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows that somebody has in memory: row r belongs to worker r mod N, who gets a copy of it. */
record RowsInMemory(List<SparseRows> blocks, Features features) implements Source {
  RowsInMemory {
    blocks = List.copyOf(blocks);
  }

  @Override
  public Loaded read(int worker, int workers) {
    List<SparseRows> own = workers == 1 ? blocks : new ArrayList<>();
    long row = 0;
    for (SparseRows block : workers == 1 ? List.<SparseRows>of() : blocks) {
      RowsBuilder rows = new RowsBuilder();
      for (int i = (int) Math.floorMod(worker - row, (long) workers); i < block.size(); ) {
        rows.addRow(block, i);
        i += workers;
      }
      own.add(rows.build());
      row += block.size();
    }
    return loaded(own, "the rows in memory", features);
  }

  /** Rows that no file has, under a name for messages. */
  static Loaded loaded(List<SparseRows> blocks, String name, Features features) {
    long rows = blocks.stream().mapToLong(SparseRows::size).sum();
    Report.InputCount count = new Report.InputCount(name, rows, 0, Optional.empty());
    return new Loaded(blocks, new Report(List.of(count), features));
  }
}
