package io.papilio.runtime.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Takes the lines of one stream to a sink, on a thread of its own.
 *
 * <pre>
 *   "one\r\ntwo\rthr" + "ee"   ->   "one", "two", "three"
 * </pre>
 *
 * <p>A line ends as for {@link java.io.BufferedReader}. One that is longer than {@link
 * #LONGEST_LINE} is passed on in pieces, as if it were several lines: nothing is lost, and the
 * memory it takes is bounded.
 */
final class LinePump {
  static final int LONGEST_LINE = 16 * 1024;

  /**
   * How often in a row, and how long each time, a stream that nobody ends has to be silent before
   * it counts as read: several times, because a pause of this JVM may look like silence once.
   */
  private static final int SILENCES = 5;

  private static final long SILENCE_MILLIS = 100;

  /**
   * For how long, in such times, a stream is read on which is never silent: what a process left in
   * the pipe is read in far less. Times in which the sink has a line do not count.
   */
  private static final int MOST_READINGS = 50;

  private final InputStream stream;
  private final Consumer<String> sink;
  private final Thread thread;
  private final StringBuilder line = new StringBuilder();
  private boolean afterReturn;
  private volatile boolean reading; // rather than in the sink
  private volatile long reads;

  LinePump(InputStream stream, Consumer<String> sink, String name) {
    this.stream = stream;
    this.sink = sink;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * Waits until the sink has all that was written by a process that is no more. That is at the end
   * of the stream; but a process which that one started may hold the stream open for longer, and
   * then silence has to do, or, if it prints on and on, five seconds.
   */
  void drain() throws InterruptedException {
    int silences = 0;
    int readings = 0;
    while (thread.isAlive() && silences < SILENCES && readings < MOST_READINGS) {
      long before = reads;
      thread.join(SILENCE_MILLIS);
      silences = reading && reads == before ? silences + 1 : 0;
      readings += reading ? 1 : 0;
    }
  }

  private void run() {
    try {
      readLines();
    } catch (IOException e) {
      // The pipe broke, which is as good as its end.
    } finally {
      skipRest();
    }
  }

  private void readLines() throws IOException {
    Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
    char[] buffer = new char[8 * 1024];
    for (int count = read(reader, buffer); count >= 0; count = read(reader, buffer)) {
      for (int i = 0; i < count; i++) {
        take(buffer[i]);
      }
    }
    if (line.length() > 0) {
      pass();
    }
  }

  private int read(Reader reader, char[] buffer) throws IOException {
    reads++;
    reading = true;
    int count = reader.read(buffer);
    reading = false;
    return count;
  }

  private void take(char next) {
    boolean restOfAnEnd = afterReturn && next == '\n';
    afterReturn = next == '\r';
    if (restOfAnEnd) {
      return;
    }
    if (next == '\n' || next == '\r') {
      pass();
      return;
    }
    if (line.length() >= LONGEST_LINE && !Character.isLowSurrogate(next)) {
      pass();
    }
    line.append(next);
  }

  private void pass() {
    String text = line.toString();
    line.setLength(0);
    sink.accept(text);
  }

  /** A sink that failed is no reason to let the worker wait for somebody to read on. */
  private void skipRest() {
    reading = true;
    try {
      stream.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As above.
    }
  }
}
