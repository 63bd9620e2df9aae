package io.papilio.learn.data.format;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The beginning of a file, up to its first line that is neither blank nor a comment: from it one
 * knows how to parse the others. Of images the first bytes are enough.
 *
 * <pre>
 *   BOM? | comments | label,age,colour | 1,33,red ...
 *                                      ^ dataFrom, if that line is the header of a CSV file;
 *        ^ else here
 * </pre>
 */
public final class Head {
  private static final int FIRST_READ = 64 * 1024;
  private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final byte[] bytes;
  private final int length;
  private final int dataFrom;
  private final int linesBefore;
  private final Format format;
  private final Optional<CsvHeader> csv;
  private final boolean hasRows;

  private Head(
      Text begun, int linesBefore, Format format, Optional<CsvHeader> csv, boolean hasRows) {
    this.bytes = begun.bytes();
    this.length = begun.to();
    this.dataFrom = begun.from();
    this.linesBefore = linesBefore;
    this.format = format;
    this.csv = csv;
    this.hasRows = hasRows;
  }

  /** Reads as much of a file as has to be known. */
  public static Head read(InputStream stream, String file, ReaderOptions options)
      throws IOException {
    byte[] bytes = new byte[FIRST_READ];
    int length = 0;
    while (true) {
      length += stream.readNBytes(bytes, length, bytes.length - length);
      boolean atEnd = length < bytes.length;
      if (isIdx(file, bytes, length, options)) {
        return new Head(new Text(bytes, 0, length), 0, Format.IDX, Optional.empty(), true);
      }
      int bom = Math.min(length, BOM.length);
      int start = Arrays.equals(bytes, 0, bom, BOM, 0, BOM.length) ? bom : 0;
      int from = start;
      int lines = 0;
      int end = Text.lineEnd(bytes, from, length);
      while (end < length && Text.isSkipped(bytes, from, Text.trim(bytes, from, end))) {
        from = end + 1;
        end = Text.lineEnd(bytes, from, length);
        lines++;
      }
      if (end < length || atEnd) {
        byte[] line = Arrays.copyOfRange(bytes, from, Text.trim(bytes, from, end));
        Format format = format(file, line, options);
        boolean hasRows = !Text.isSkipped(line, 0, line.length);
        if (format != Format.CSV || !hasRows) {
          return new Head(new Text(bytes, start, length), 0, format, Optional.empty(), hasRows);
        }
        CsvHeader header = header(file, lines + 1, line, options);
        int next = Math.min(end + 1, length);
        return new Head(
            new Text(bytes, next, length), lines + 1, format, Optional.of(header), true);
      }
      bytes = Text.grow(bytes);
    }
  }

  /** Returns whether a file that begins so has images. */
  public static boolean isIdx(String file, byte[] bytes, int length, ReaderOptions options) {
    Optional<Format> known =
        options
            .format()
            .or(() -> IdxFile.begins(bytes, length) ? Optional.of(Format.IDX) : Optional.empty())
            .or(() -> Format.ofName(file));
    return known.equals(Optional.of(Format.IDX));
  }

  private static Format format(String file, byte[] line, ReaderOptions options) {
    if (options.format().isPresent()) {
      return options.format().get();
    }
    boolean isEmpty = Text.isSkipped(line, 0, line.length);
    return Format.ofName(file)
        .or(() -> Format.ofLine(NumberParser.text(line, 0, line.length)))
        .or(() -> isEmpty ? Optional.of(Format.LIBSVM) : Optional.empty())
        .orElseThrow(
            () ->
                new DataException(file, "looks like none of the formats libsvm, vw, csv and idx"));
  }

  private static CsvHeader header(String file, int number, byte[] line, ReaderOptions options) {
    try {
      return CsvHeader.of(file, line, options);
    } catch (BadLineException e) {
      throw new DataException(file, number, e.column(), e.getMessage());
    }
  }

  public Format format() {
    return format;
  }

  /** Returns whether there is anything beside comments: if not, the format may be any. */
  public boolean hasRows() {
    return hasRows;
  }

  /** Returns the columns of a CSV file. */
  public Optional<Columns> columns() {
    return csv.map(CsvHeader::columns);
  }

  /** Returns how many lines are before the first that could be a row. */
  public int linesBefore() {
    return linesBefore;
  }

  /** Returns what was read of the file so far, from its first line that could be a row on. */
  public Text begun() {
    return new Text(bytes, dataFrom, length);
  }

  /** Returns the header of a CSV file as it stands there; else an empty text. */
  String header() {
    if (csv.isEmpty()) {
      return "";
    }
    int to = Text.trim(bytes, 0, bytes[dataFrom - 1] == '\n' ? dataFrom - 1 : dataFrom);
    int from = to;
    while (from > 0 && bytes[from - 1] != '\n') {
      from--;
    }
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Refuses a file whose features are called otherwise than those that were learned. */
  public void require(Features learned, String file) {
    boolean lacksHeader = learned.columns().isPresent() && csv.isEmpty(); // which is said later
    boolean isOther =
        learned.naming() != Features.Naming.UNKNOWN && learned.naming() != format.naming();
    if (hasRows && !lacksHeader && isOther) {
      throw new IllegalArgumentException(
          "%s: has %s, and what was learned from has %s: they do not go together"
              .formatted(file, format.naming().words(), learned.kind()));
    }
  }

  /** Returns the whole stream again, of which this is the head. */
  public InputStream before(InputStream rest) {
    return new SequenceInputStream(new ByteArrayInputStream(bytes, 0, length), rest);
  }

  /** Returns a maker of parsers, one for each thread; it does not hold the bytes of the head. */
  public Supplier<RowParser> parsers(ReaderOptions options) {
    Format itsFormat = format;
    Optional<CsvHeader> itsHeader = csv;
    return () -> parser(itsFormat, itsHeader, options);
  }

  static RowParser parser(Format format, Optional<CsvHeader> csv, ReaderOptions options) {
    Features features = options.features();
    return switch (format) {
      case LIBSVM -> new LibsvmParser(features, options.needsLabels());
      case VW -> new VwParser(features, options.needsLabels());
      case CSV ->
          csv.<RowParser>map(header -> new CsvParser(header, features, options.needsLabels()))
              .orElseThrow(() -> new IllegalStateException("a CSV file without a header"));
      case IDX -> throw new IllegalStateException("images have no lines");
    };
  }
}
