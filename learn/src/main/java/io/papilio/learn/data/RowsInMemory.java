package io.papilio.learn.data;

import io.papilio.learn.data.Source.Loaded;
import java.util.ArrayList;
import java.util.List;

/** Rows that are in no file: a worker's part of those that a program has, or that are made up. */
final class RowsInMemory {
  private static final int RANGES_PER_WORKER = 64;
  private static final int BLOCK_ROWS = 4096;

  private RowsInMemory() {}

  /** Returns copies of the rows r of which r mod N is the worker's number. */
  static Loaded deal(List<RowBlock> blocks, Features features, int worker, int workers) {
    List<RowBlock> own = workers == 1 ? blocks : new ArrayList<>();
    long row = 0;
    for (RowBlock some : workers == 1 ? List.<RowBlock>of() : blocks) {
      SparseRows block = some.rows();
      RowsBuilder rows = new RowsBuilder();
      for (int i = (int) Math.floorMod(worker - row, (long) workers); i < block.size(); ) {
        rows.addRow(block, i);
        i += workers;
      }
      own.add(rows.build());
      row += block.size();
    }
    return Loaded.of(own, "the rows in memory", features);
  }

  /** Makes rows up, in ranges that are dealt out to the workers in turn. */
  static Loaded generate(Generator generator, long from, int count, int worker, int workers) {
    long wanted = workers == 1 ? BLOCK_ROWS : count / (RANGES_PER_WORKER * (long) workers);
    int size = (int) Math.max(1, Math.min(wanted, BLOCK_ROWS));
    List<SparseRows> own = new ArrayList<>();
    RowsBuilder rows = new RowsBuilder();
    for (long at = (long) worker * size; at < count; at += (long) workers * size) {
      SparseRows range = generator.rows(from + at, (int) Math.min(size, count - at));
      for (int row = 0; row < range.size(); row++) {
        rows.addRow(range, row);
      }
      if (rows.size() >= BLOCK_ROWS) {
        own.add(rows.build());
      }
    }
    own.add(rows.build());
    return Loaded.of(own, "the generated rows", Features.plain());
  }
}
