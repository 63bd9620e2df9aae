package io.papilio.learn.data;

import java.util.function.Consumer;

/**
 * Cuts rows into blocks of about the same size, wherever they come from.
 *
 * <pre>
 *   accept   | 0 1 2 3 4 5 6 7 8 | 9 10 | 11 12 13 14 15 16 ...
 *   blocks   | 0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13 14 15 | ...
 * </pre>
 *
 * Blocks are what is shuffled, and what is read at a time where rows do not fit in memory. So where
 * they end depends on the rows alone, and not on threads or memory. Rows are copied only where a
 * block has rows of several that were accepted.
 */
public final class RowCutter implements Consumer<SparseRows> {
  /** A block ends with the row that reaches one of these. */
  static final int ENTRIES = 1 << 15;

  static final int ROWS = 1 << 12;

  private final Consumer<SparseRows> sink;
  private final RowsBuilder begun = new RowsBuilder();

  public RowCutter(Consumer<SparseRows> sink) {
    this.sink = sink;
  }

  static boolean isFull(long rows, long entries) {
    return rows >= ROWS || entries >= ENTRIES;
  }

  @Override
  public void accept(SparseRows rows) {
    int from = 0;
    long entries = 0; // of the rows from there on
    for (int row = 0; row < rows.size(); row++) {
      entries += rows.end(row) - rows.start(row);
      int count = begun.size() + row + 1 - from;
      if (isFull(count, begun.entries() + entries)) {
        give(rows, from, row + 1);
        from = row + 1;
        entries = 0;
      }
    }
    keep(rows, from, rows.size());
  }

  private void give(SparseRows rows, int from, int to) {
    if (begun.size() == 0) {
      sink.accept(rows.slice(from, to));
    } else {
      keep(rows, from, to);
      end();
    }
  }

  private void keep(SparseRows rows, int from, int to) {
    for (int row = from; row < to; row++) {
      begun.addRow(rows, row);
    }
  }

  /** Gives what has not yet reached the size of a block. */
  public void end() {
    if (begun.size() > 0) {
      sink.accept(begun.build());
    }
  }
}
