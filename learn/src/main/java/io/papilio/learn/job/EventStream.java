package io.papilio.learn.job;

import java.io.PrintStream;
import java.util.Optional;

/**
 * Events as lines of text among others: a JSON text, in pieces that are not too long for a line.
 *
 * <pre>
 *   US {"event":"end", ...          a piece with more to come begins with the unit separator,
 *   RS ... }                        the last one with the record separator
 * </pre>
 */
final class EventStream {
  private static final char MORE = '\u001f';
  private static final char LAST = '\u001e';
  private static final int PIECE = 8 * 1024;

  private final StringBuilder pieces = new StringBuilder();

  static void print(TrainingEvent event, PrintStream out) {
    String text = Json.encode(event);
    StringBuilder lines = new StringBuilder();
    for (int from = 0; from < text.length(); from += PIECE) {
      int to = Math.min(text.length(), from + PIECE);
      lines.append(to < text.length() ? MORE : LAST).append(text, from, to).append('\n');
    }
    synchronized (out) { // lest lines of others come between the pieces
      out.print(lines);
      out.flush();
    }
  }

  static boolean isPiece(String line) {
    return !line.isEmpty() && (line.charAt(0) == MORE || line.charAt(0) == LAST);
  }

  /** Returns the event that a piece completes. */
  Optional<TrainingEvent> add(String line) {
    pieces.append(line, 1, line.length());
    if (line.charAt(0) == MORE) {
      return Optional.empty();
    }
    String text = pieces.toString();
    pieces.setLength(0);
    return Optional.of(Json.decode(text, TrainingEvent.class));
  }
}
