package io.papilio.learn.data;

import java.nio.charset.StandardCharsets;

/** Parses single lines, in the middle of other bytes, as they lie in a buffer. */
final class Parsing {
  private static final String BEFORE = "9 9:9|9,9\n";
  private static final String AFTER = "\n8,8|8:8";

  private Parsing() {}

  static SparseRows row(RowParser parser, String line) throws BadLineException {
    return rows(parser, line);
  }

  static SparseRows rows(RowParser parser, String... lines) throws BadLineException {
    RowsBuilder rows = new RowsBuilder();
    for (String line : lines) {
      byte[] bytes = (BEFORE + line + AFTER).getBytes(StandardCharsets.UTF_8);
      parser.parse(bytes, BEFORE.length(), bytes.length - AFTER.length(), rows);
    }
    return rows.build();
  }

  /** What is wrong with a line: its column and why, as text. */
  static String problem(RowParser parser, String line) {
    try {
      SparseRows rows = row(parser, line);
      return "nothing, it gives " + describe(rows);
    } catch (BadLineException e) {
      return e.column() + ": " + e.getMessage();
    }
  }

  /** Labels, weights unless they are 1, and entries. */
  static String describe(SparseRows rows) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows.size(); row++) {
      text.append(row == 0 ? "" : "; ").append(number(rows.label(row)));
      if (rows.weight(row) != 1) {
        text.append('*').append(number(rows.weight(row)));
      }
      for (int i = rows.start(row); i < rows.end(row); i++) {
        text.append(' ').append(rows.indices()[i]).append(':').append(number(rows.values()[i]));
      }
    }
    return text.toString();
  }

  private static String number(float value) {
    return value == (int) value ? Integer.toString((int) value) : Float.toString(value);
  }
}
