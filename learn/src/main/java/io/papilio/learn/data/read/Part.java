package io.papilio.learn.data.read;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.format.BadLineException;
import io.papilio.learn.data.format.RowParser;
import io.papilio.learn.data.format.Text;
import java.util.Optional;

/**
 * What a text gave, apart from its rows.
 *
 * @param lines how many it has, or had until the first bad one if that is where parsing stopped
 */
record Part(long lines, long badLines, Optional<BadLine> firstBad) {
  /**
   * A line that is not a row.
   *
   * @param offset where it begins in its file, if that is a plain one
   */
  record BadLine(long line, long offset, int column, String problem) {}

  /**
   * Which lines to parse.
   *
   * @param worker whose rows are wanted where rows are dealt out one by one
   */
  record Choice(boolean skipBadLines, int worker, int workers) {
    boolean wants(long row) {
      return row % workers == worker;
    }
  }

  /** Parses the lines that are wanted, or as far as to the first bad one. */
  static Part parse(Text text, RowParser parser, RowsBuilder rows, Choice choice) {
    boolean skipBadLines = choice.skipBadLines;
    boolean isDealt = text.row() != Text.UNKNOWN;
    long row = text.row();
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
        if (!Text.isSkipped(bytes, from, to) && (!isDealt || choice.wants(row++))) {
          parser.parse(bytes, from, to, rows);
        }
      } catch (BadLineException e) {
        rows.dropRow();
        badLines++;
        if (badLines == 1) {
          firstBad =
              Optional.of(new BadLine(lines, offset(text, from), e.column(), e.getMessage()));
        }
      }
      if (Thread.currentThread().isInterrupted()) {
        break; // nobody waits for it any more
      }
      from = lineEnd + 1;
    }
    return new Part(lines, badLines, firstBad);
  }

  private static long offset(Text text, int at) {
    return text.offset() == Text.UNKNOWN ? Text.UNKNOWN : text.offset() + at - text.from();
  }
}
