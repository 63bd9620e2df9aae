package io.papilio.learn.data.format;

import io.papilio.learn.data.RowsBuilder;

/** Makes a row of one line. Keeps scratch memory, so each thread has its own. */
public interface RowParser {
  /**
   * Parses what lies between two positions, without the end of the line, and ends a row. After a
   * failure some entries may have been added: the caller drops them.
   */
  void parse(byte[] bytes, int from, int to, RowsBuilder rows) throws BadLineException;

  /** Returns whether a byte separates words. */
  static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** Returns the first position that is not blank, or {@code to}. */
  static int skipBlanks(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && isBlank(bytes[at])) {
      at++;
    }
    return at;
  }

  /** Returns the first position that is blank, or {@code to}. */
  static int skipWord(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !isBlank(bytes[at])) {
      at++;
    }
    return at;
  }
}
