package io.papilio.cli.terminal;

import java.io.PrintWriter;

/** Says how far long work is: a bar on a terminal, plain lines elsewhere, on the standard error. */
public interface Progress extends AutoCloseable {

  /** Work in so many steps. */
  static Progress of(String task, long steps, PrintWriter err) {
    return System.console() != null
        ? new BarProgress(task, steps, System.err)
        : new Lines(task, err);
  }

  /** What is being done from now on. */
  void stage(String what);

  /** Prints a line for the user, beside the bar. */
  default void note(String line) {
    stage(line);
  }

  /** The work goes on from where so many steps were done. */
  default void resume(int steps) {}

  /** One more step is done. */
  void step();

  @Override
  void close();

  /** One line a stage. */
  record Lines(String task, PrintWriter err) implements Progress {
    @Override
    public void stage(String what) {
      err.println(task + ": " + what);
    }

    @Override
    public void note(String line) {
      err.println(line);
    }

    @Override
    public void step() {}

    @Override
    public void close() {}
  }
}
