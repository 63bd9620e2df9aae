package io.papilio.learn.data.format;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Makes rows of lines that somebody else reads, such as Spark, in any order and on any host.
 *
 * <pre>
 *   first file --open--> Opening --to whoever has lines--> LineReader --> rows
 * </pre>
 *
 * Keeps scratch memory, so each thread has its own.
 */
public final class LineReader {
  private final Opening opening;
  private final byte[] header;
  private final Features features;
  private final RowParser parser;

  /**
   * What the beginning of a file says of its lines.
   *
   * @param header the first line of CSV, which other files begin with as well; else empty
   */
  public record Opening(String file, Format format, String header) implements Serializable {
    /**
     * Refuses a file that begins in another way.
     *
     * @throws DataException if it does
     */
    public void require(Opening other) {
      if (other.format != format) {
        throw new DataException(
            other.file, "is %s, but %s is %s".formatted(other.format, file, format));
      }
      if (!other.header.equals(header)) {
        throw new DataException(
            other.file, "has the columns %s, but %s has %s".formatted(other.header, file, header));
      }
    }
  }

  /**
   * Reads as much of a file as has to be known; nothing of one without rows.
   *
   * @throws DataException if it has no lines that could be rows
   */
  public static Optional<Opening> open(InputStream stream, String file, ReaderOptions options)
      throws IOException {
    Head head = Head.read(stream, file, options);
    if (head.format() == Format.IDX) {
      throw new DataException(file, "images have no lines");
    }
    head.require(options.features(), file);
    return head.hasRows()
        ? Optional.of(new Opening(file, head.format(), head.header()))
        : Optional.empty();
  }

  /**
   * For lines of files that begin like this one.
   *
   * @throws DataException if its header does not fit the options
   */
  public LineReader(Opening opening, ReaderOptions options) {
    this.opening = opening;
    this.header = opening.header.getBytes(StandardCharsets.UTF_8);
    try {
      Optional<CsvHeader> csv =
          opening.format == Format.CSV
              ? Optional.of(CsvHeader.of(opening.file, header, options))
              : Optional.empty();
      Features asked = options.features();
      Features hashed = opening.format == Format.VW ? asked.orDefaultBits() : asked;
      Features known = hashed.with(opening.format.naming());
      this.features = csv.map(one -> known.with(one.columns())).orElse(known);
      this.parser = Head.parser(opening.format, csv, options);
    } catch (BadLineException e) {
      throw new DataException(opening.file, e.getMessage());
    }
  }

  public Features features() {
    return features;
  }

  /**
   * Adds the row of a line; blank lines, comments and headers have none.
   *
   * @throws DataException if the line is bad
   */
  public void read(String line, RowsBuilder rows) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    int to = Text.trim(bytes, 0, bytes.length);
    boolean isHeader = header.length > 0 && Arrays.equals(bytes, 0, to, header, 0, header.length);
    if (isHeader || Text.isSkipped(bytes, 0, to)) {
      return;
    }
    try {
      parser.parse(bytes, 0, to, rows);
    } catch (BadLineException e) {
      rows.dropRow();
      throw new DataException(
          opening.file,
          "or another file, column %d of '%s': %s"
              .formatted(
                  e.column(), line.substring(0, Math.min(line.length(), 60)), e.getMessage()));
    }
  }
}
