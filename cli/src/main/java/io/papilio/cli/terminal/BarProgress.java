package io.papilio.cli.terminal;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that moves. */
final class BarProgress implements Progress {
  private final PrintStream out;
  private final ProgressBar bar;

  BarProgress(String task, long steps, PrintStream out) {
    this.out = out;
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(out))
            .build();
  }

  @Override
  public void stage(String what) {
    bar.setExtraMessage(what);
  }

  /** On a line of its own: what is there of the bar is wiped out, and drawn anew below. */
  @Override
  public void note(String line) {
    out.print("\r\u001b[2K" + line + "\n");
  }

  @Override
  public void resume(int steps) {
    bar.stepTo(steps);
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
