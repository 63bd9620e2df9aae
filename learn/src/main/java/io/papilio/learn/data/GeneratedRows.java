package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.List;

/** Made-up rows, in ranges of rows that are dealt out to the workers in turn. */
record GeneratedRows(Generator generator, long from, int count) implements Source {
  private static final int RANGES_PER_WORKER = 64;
  private static final int BLOCK_ROWS = 4096;

  @Override
  public Loaded read(int worker, int workers) {
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
    return RowsInMemory.loaded(own, "the generated rows", Features.plain());
  }
}
