package io.papilio.learn.data.format;

import java.util.Arrays;

/**
 * Whole lines, in a part of an array; the last one may lack its end.
 *
 * @param offset where the first line begins in a plain file; {@link #UNKNOWN} in a stream
 * @param row the number of the first row if rows are dealt out one by one; {@link #UNKNOWN} if all
 *     of them belong to whoever reads the text
 */
public record Text(byte[] bytes, int from, int to, long offset, long row) {
  public static final long UNKNOWN = -1;
  public static final Text EMPTY = new Text(new byte[0], 0, 0);

  private static final int MOST_BYTES = Integer.MAX_VALUE - 8; // what a JVM can allocate

  public Text(byte[] bytes, int from, int to) {
    this(bytes, from, to, UNKNOWN, UNKNOWN);
  }

  public Text dealtFrom(long first) {
    return new Text(bytes, from, to, offset, first);
  }

  /** Counts the lines that are neither blank nor comments. */
  public long rows() {
    long rows = 0;
    for (int at = from; at < to; ) {
      int end = lineEnd(bytes, at, to);
      rows += isSkipped(bytes, at, trim(bytes, at, end)) ? 0 : 1;
      at = end + 1;
    }
    return rows;
  }

  public static int lineEnd(byte[] bytes, int from, int to) {
    return Digits.find((byte) '\n', bytes, from, to);
  }

  /** Returns where the text of a line ends: before its line end and carriage return. */
  public static int trim(byte[] bytes, int from, int lineEnd) {
    return lineEnd > from && bytes[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
  }

  /** Returns whether a line has no row: it is blank, or a comment. */
  public static boolean isSkipped(byte[] bytes, int from, int to) {
    int first = RowParser.skipBlanks(bytes, from, to);
    return first == to || bytes[first] == '#';
  }

  /** Returns the bytes with more room behind them, for the rest of a line. */
  public static byte[] grow(byte[] bytes) {
    if (bytes.length == MOST_BYTES) {
      throw new IllegalStateException("a line of more than %d bytes".formatted(MOST_BYTES));
    }
    return Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length + 64, MOST_BYTES));
  }
}
