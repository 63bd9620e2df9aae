package io.papilio.runtime.launch;

import java.io.PrintStream;

/**
 * Where the lines go that workers print. It is called from many threads at once, but in the order
 * of the lines for each stream of each worker; while it does not return, that worker may have to
 * wait.
 */
@FunctionalInterface
public interface LineSink {
  /** Which of its two streams a worker wrote to. */
  enum Stream {
    STDOUT,
    STDERR
  }

  /** Takes one line, without its end. */
  void line(int rank, Stream stream, String text);

  /** Prints {@code [2] text}, one whole line at a time. */
  static LineSink prefixed(PrintStream out, PrintStream err) {
    return (rank, stream, text) -> {
      PrintStream target = stream == Stream.STDOUT ? out : err;
      target.println("[" + rank + "] " + text); // one call, which nothing else can interrupt
    };
  }
}
