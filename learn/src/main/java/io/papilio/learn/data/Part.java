package io.papilio.learn.data;

import java.util.Optional;

/**
 * What a text gave, apart from its rows.
 *
 * @param lines how many it has, or had until the first bad one if that is where parsing stopped
 * @param firstBad of {@code badLines}
 */
record Part(long lines, long badLines, Optional<BadLine> firstBad) {

  /**
   * A line that is not a row.
   *
   * @param line its number in the text; the first is 1
   */
  record BadLine(long line, int column, String problem) {}

  /** Parses all lines, or as far as to the first bad one. */
  static Part parse(Text text, RowParser parser, RowsBuilder rows, boolean skipBadLines) {
    byte[] bytes = text.bytes();
    long lines = 0;
    long badLines = 0;
    Optional<BadLine> firstBad = Optional.empty();
    int from = text.from();
    while (from < text.to() && (skipBadLines || badLines == 0)) {
      int lineEnd = Text.lineEnd(bytes, from, text.to());
      int to = Text.trim(bytes, from, lineEnd);
      lines++;
      try {
        if (!Text.isSkipped(bytes, from, to)) {
          parser.parse(bytes, from, to, rows);
        }
      } catch (BadLineException e) {
        rows.dropRow();
        badLines++;
        if (badLines == 1) {
          firstBad = Optional.of(new BadLine(lines, e.column(), e.getMessage()));
        }
      }
      if (Thread.currentThread().isInterrupted()) {
        break; // nobody waits for it any more
      }
      from = lineEnd + 1;
    }
    return new Part(lines, badLines, firstBad);
  }
}
