package io.papilio.cli;

import java.io.PrintWriter;

/** Says how far long work is: a bar on a terminal, plain lines elsewhere, on the standard error. */
interface Progress extends AutoCloseable {

  /** Work in so many steps. */
  static Progress of(String task, long steps, PrintWriter err) {
    return System.console() != null ? new BarProgress(task, steps) : new Lines(task, err);
  }

  /** What is being done from now on. */
  void stage(String what);

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
    public void step() {}

    @Override
    public void close() {}
  }
}
