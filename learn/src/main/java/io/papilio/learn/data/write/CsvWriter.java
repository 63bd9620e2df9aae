package io.papilio.learn.data.write;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A table of all values, with a header.
 *
 * <pre>
 *   label,f0,f1,f2
 *   -1,0,0,1
 * </pre>
 */
public final class CsvWriter extends RowWriter {
  /** A line of more would be mostly zeros: gigabytes for a few thousand rows. */
  public static final int MAX_FEATURES = 10_000;

  private final int features;

  /** Rows have features below {@code features}, at most {@link #MAX_FEATURES}. */
  public CsvWriter(Path file, int features) throws IOException {
    super(checked(file, features));
    this.features = features;
    try {
      header();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void header() throws IOException {
    out().put("label");
    for (int feature = 0; feature < features; feature++) {
      out().put(",f");
      out().put((long) feature);
    }
    out().put('\n');
  }

  private static Path checked(Path file, int features) {
    if (features > MAX_FEATURES) {
      throw new DataException(
          file.toString(),
          "csv has a column for each feature, at most %d; there are %d: write libsvm or vw"
              .formatted(MAX_FEATURES, features));
    }
    return file;
  }

  @Override
  void check(SparseRows rows) {
    checkNotWeighted(rows, "csv");
    if (rows.features() > features) {
      throw cannot("%d features, but %d columns".formatted(rows.features(), features));
    }
  }

  @Override
  void line(SparseRows rows, int row, RowOutput out) throws IOException {
    out.put(rows.label(row));
    int at = rows.start(row);
    for (int feature = 0; feature < features; feature++) {
      out.put(',');
      if (at < rows.end(row) && rows.indices()[at] == feature) {
        out.put(rows.values()[at++]);
      } else {
        out.put('0');
      }
    }
  }
}
