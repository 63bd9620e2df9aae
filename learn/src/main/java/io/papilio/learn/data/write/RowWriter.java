package io.papilio.learn.data.write;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.SparseRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes rows as lines of text. A file whose name ends in {@code .gz}, {@code .bz2} or {@code .zst}
 * is packed. What is read back has the same bits. The file is complete when the writer was closed;
 * if that or anything before failed, it may hold a part of the rows.
 */
public abstract sealed class RowWriter implements Closeable
    permits LibsvmWriter, VwWriter, CsvWriter {
  private final Path file;
  private final RowOutput out;

  RowWriter(Path file) throws IOException {
    this.file = file;
    this.out = new RowOutput(file);
  }

  /** Appends a line for each row. */
  public final void write(SparseRows rows) throws IOException {
    check(rows);
    for (int row = 0; row < rows.size(); row++) {
      line(rows, row, out);
      out.put('\n');
    }
  }

  /** Throws if the format has no place for something in these rows. */
  void check(SparseRows rows) {}

  abstract void line(SparseRows rows, int row, RowOutput out) throws IOException;

  final DataException cannot(String problem) {
    return new DataException(file.toString(), problem);
  }

  /** For formats without weights. */
  final void checkNotWeighted(SparseRows rows, String format) {
    if (rows.isWeighted()) {
      throw cannot(format + " has no place for the weights of rows; vw has");
    }
  }

  final RowOutput out() {
    return out;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
