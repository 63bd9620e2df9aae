package io.papilio.learn.job;

import io.papilio.runtime.launch.LineSink;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What worker processes tell the one that has started them: events, as lines among all else that
 * they print. An event is a JSON text, in pieces that are not too long for a line.
 *
 * <pre>
 *   50 % ... GS                     ends the line that somebody else may have begun
 *   US {"event":"end", ...          a piece with more to come begins with the unit separator,
 *   RS ... }                        the last one with the record separator
 * </pre>
 */
public final class EventStream<E> implements LineSink {
  private static final char MORE = '\u001f';
  private static final char LAST = '\u001e';
  private static final char OTHERS = '\u001d';
  private static final int PIECE = 8 * 1024;

  private final Map<Integer, StringBuilder> pieces = new ConcurrentHashMap<>();
  private final Class<E> type;
  private final Consumer<E> events;
  private final LineSink others;

  /**
   * Creates the end at which events arrive.
   *
   * @param events is told of each, one at a time
   * @param others takes all other lines
   */
  public EventStream(Class<E> type, Consumer<E> events, LineSink others) {
    this.type = type;
    this.events = events;
    this.others = others;
  }

  /** Tells the process that has started this one. */
  public static void print(Object event) {
    print(event, System.out);
  }

  static void print(Object event, PrintStream out) {
    String text = Json.encode(event);
    StringBuilder lines = new StringBuilder().append(OTHERS).append('\n');
    for (int from = 0; from < text.length(); from += PIECE) {
      int to = Math.min(text.length(), from + PIECE);
      lines.append(to < text.length() ? MORE : LAST).append(text, from, to).append('\n');
    }
    synchronized (out) { // lest lines of others come between the pieces
      out.print(lines);
      out.flush();
    }
  }

  @Override
  public void line(int rank, Stream stream, String line) {
    int last = line.length() - 1;
    if (last >= 0 && line.charAt(last) == OTHERS) {
      if (last > 0) {
        others.line(rank, stream, line.substring(0, last));
      }
      return;
    }
    if (last < 0 || line.charAt(0) != MORE && line.charAt(0) != LAST) {
      others.line(rank, stream, line);
      return;
    }
    StringBuilder text = pieces.computeIfAbsent(rank, ignored -> new StringBuilder());
    text.append(line, 1, line.length());
    if (line.charAt(0) == LAST) {
      E event = Json.decode(text.toString(), type);
      text.setLength(0);
      synchronized (this) {
        events.accept(event);
      }
    }
  }
}
