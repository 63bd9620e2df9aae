package io.papilio.learn.data.write;

import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Vowpal Wabbit's format, in one namespace without a name.
 *
 * <pre>
 *   -1 2.5 | 2:1 5:0.25      label -1, counts 2.5 times, feature 2 is 1, feature 5 is 0.25
 * </pre>
 */
public final class VwWriter extends RowWriter {
  public VwWriter(Path file) throws IOException {
    super(file);
  }

  @Override
  void line(SparseRows rows, int row, RowOutput out) throws IOException {
    int[] indices = rows.indices();
    float[] values = rows.values();
    out.put(rows.label(row));
    out.put(' ');
    out.put(rows.weight(row));
    out.put(" |");
    for (int i = rows.start(row); i < rows.end(row); i++) {
      out.put(' ');
      out.put((long) indices[i]);
      out.put(':');
      out.put(values[i]);
    }
  }
}
