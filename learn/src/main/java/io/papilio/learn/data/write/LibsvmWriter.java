package io.papilio.learn.data.write;

import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.nio.file.Path;

/**
 * LIBSVM's format. Its indices begin with 1.
 *
 * <pre>
 *   -1 3:1 6:0.25        feature 2 is 1, feature 5 is 0.25
 * </pre>
 */
public final class LibsvmWriter extends RowWriter {
  public LibsvmWriter(Path file) throws IOException {
    super(file);
  }

  @Override
  void check(SparseRows rows) {
    checkNotWeighted(rows, "libsvm");
  }

  @Override
  void line(SparseRows rows, int row, RowOutput out) throws IOException {
    int[] indices = rows.indices();
    float[] values = rows.values();
    out.put(rows.label(row));
    for (int i = rows.start(row); i < rows.end(row); i++) {
      out.put(' ');
      out.put(indices[i] + 1L);
      out.put(':');
      out.put(values[i]);
    }
  }
}
