package io.papilio.learn.data.write;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.SparseRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes rows as lines of text.
 *
 * <pre>
 *   libsvm   -1 3:1 6:0.25            features are numbered from 1
 *   vw       -1 2.5 | 2:1 5:0.25      label -1, counts 2.5 times, feature 2 is 1, feature 5 is 0.25
 *   csv      label,f0,f1,f2           a header, and all values
 *            -1,0,0,1
 * </pre>
 *
 * A file whose name ends in {@code .gz}, {@code .bz2} or {@code .zst} is compressed. What is read
 * back has the same bits. The file is complete when the writer was closed; if that or anything
 * before failed, it may hold a part of the rows.
 */
public final class RowWriter implements Closeable {
  /** A line of more columns would be mostly zeros: gigabytes for a few thousand rows. */
  private static final int MOST_COLUMNS = 10_000;

  private final Path file;
  private final Format format;
  private final int columns;
  private final RowOutput out;

  private enum Format {
    LIBSVM,
    VW,
    CSV
  }

  private RowWriter(Path file, Format format, int columns) throws IOException {
    this.file = file;
    this.format = format;
    this.columns = columns;
    this.out = new RowOutput(file);
  }

  public static RowWriter libsvm(Path file) throws IOException {
    return new RowWriter(file, Format.LIBSVM, 0);
  }

  public static RowWriter vw(Path file) throws IOException {
    return new RowWriter(file, Format.VW, 0);
  }

  /** Returns a writer of a table with a column for each feature, at most 10,000. */
  public static RowWriter csv(Path file, int features) throws IOException {
    if (features > MOST_COLUMNS) {
      throw new DataException(
          file.toString(),
          "csv has a column for each feature, at most %d; there are %d: write libsvm or vw"
              .formatted(MOST_COLUMNS, features));
    }
    RowWriter writer = new RowWriter(file, Format.CSV, features);
    try {
      writer.header();
      return writer;
    } catch (IOException e) {
      writer.close();
      throw e;
    }
  }

  private void header() throws IOException {
    out.put("label");
    for (int feature = 0; feature < columns; feature++) {
      out.put(",f");
      out.put((long) feature);
    }
    out.put('\n');
  }

  /**
   * Appends a line for each row.
   *
   * @throws DataException if the format has no place for something in these rows
   */
  public void write(SparseRows rows) throws IOException {
    if (format != Format.VW && rows.isWeighted()) {
      throw cannot(
          "%s has no place for the weights of rows; vw has"
              .formatted(format.name().toLowerCase(Locale.ROOT)));
    }
    if (format == Format.CSV && rows.features() > columns) {
      throw cannot("%d features, but %d columns".formatted(rows.features(), columns));
    }
    for (int row = 0; row < rows.size(); row++) {
      out.put(rows.label(row));
      switch (format) {
        case LIBSVM -> entries(rows, row, 1);
        case VW -> {
          out.put(' ');
          out.put(rows.weight(row));
          out.put(" |");
          entries(rows, row, 0);
        }
        case CSV -> values(rows, row);
      }
      out.put('\n');
    }
  }

  private DataException cannot(String problem) {
    return new DataException(file.toString(), problem);
  }

  private void entries(SparseRows rows, int row, long firstIndex) throws IOException {
    int[] indices = rows.indices();
    float[] values = rows.values();
    for (int i = rows.start(row); i < rows.end(row); i++) {
      out.put(' ');
      out.put(indices[i] + firstIndex);
      out.put(':');
      out.put(values[i]);
    }
  }

  private void values(SparseRows rows, int row) throws IOException {
    int at = rows.start(row);
    for (int feature = 0; feature < columns; feature++) {
      out.put(',');
      if (at < rows.end(row) && rows.indices()[at] == feature) {
        out.put(rows.values()[at++]);
      } else {
        out.put('0');
      }
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
