package io.papilio.learn.data.format;

import java.util.Arrays;

/**
 * The fields of one line, as RFC 4180 has them: a field in quotes may hold commas, and a quote is
 * written twice there.
 *
 * <pre>
 *   1.5, red ,"big, ""very"" big",   ->   [1.5] [red] [big, "very" big] []
 * </pre>
 *
 * Blanks around a field without quotes do not count. A quoted field has to end in its line.
 */
final class CsvFields {
  private byte[] line = {};
  private int start;
  private int end;
  private int next; // where the next field begins; beyond the end if there is none
  private int column;

  private byte[] scratch = new byte[256]; // for fields that were in quotes
  private byte[] bytes = line;
  private int from;
  private int to;

  void begin(byte[] newLine, int lineFrom, int lineTo) {
    line = newLine;
    start = lineFrom;
    end = lineTo;
    next = lineFrom;
  }

  boolean hasNext() {
    return next <= end;
  }

  void next() throws BadLineException {
    int first = RowParser.skipBlanks(line, next, end);
    column = first - start + 1;
    if (first < end && line[first] == '"') {
      quoted(first + 1);
    } else {
      plain(first);
    }
  }

  private void plain(int first) {
    int comma = first;
    while (comma < end && line[comma] != ',') {
      comma++;
    }
    next = comma + 1;
    bytes = line;
    from = first;
    to = comma;
    while (to > from && RowParser.isBlank(line[to - 1])) {
      to--;
    }
  }

  private void quoted(int first) throws BadLineException {
    int length = 0;
    int at = first;
    while (at < end && (line[at] != '"' || isQuote(at + 1))) {
      if (length == scratch.length) {
        scratch = Arrays.copyOf(scratch, 2 * length);
      }
      scratch[length++] = line[at];
      at += line[at] == '"' ? 2 : 1;
    }
    if (at >= end) {
      throw new BadLineException(column, "a quote that is not closed");
    }
    int comma = RowParser.skipBlanks(line, at + 1, end);
    if (comma < end && line[comma] != ',') {
      throw new BadLineException(comma - start + 1, "text after a closing quote");
    }
    next = comma + 1;
    bytes = scratch;
    from = 0;
    to = length;
  }

  private boolean isQuote(int at) {
    return at < end && line[at] == '"';
  }

  /** Returns where the field begins in its line; the first column is 1. */
  int column() {
    return column;
  }

  /** Returns the array in which the field lies, until the next one is read. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  boolean isEmpty() {
    return from == to;
  }

  String text() {
    return NumberParser.text(bytes, from, to);
  }
}
