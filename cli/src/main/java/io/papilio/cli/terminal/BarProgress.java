package io.papilio.cli.terminal;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that moves. */
final class BarProgress implements Progress {
  private final ProgressBar bar;

  BarProgress(String task, long steps) {
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(System.err))
            .build();
  }

  @Override
  public void stage(String what) {
    bar.setExtraMessage(what);
  }

  /** On a line of its own: what is there of the bar is wiped out, and drawn anew below. */
  @Override
  public void note(String line) {
    System.err.print("\r\u001b[2K" + line + "\n");
  }

  @Override
  public void skip(int steps) {
    bar.stepBy(steps);
  }

  @Override
  public void step() {
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
