package io.papilio.cli.train;

import io.papilio.cli.terminal.Progress;
import io.papilio.cli.terminal.Table;
import io.papilio.learn.data.Printable;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult.Point;

/** What a person sees while a training goes on. */
public record TrainingProgress(Progress progress) implements TrainingListener {
  @Override
  public void onPoint(Point point) {
    double rate = point.examples() / Math.max(1e-9, point.seconds());
    String loss = Double.isNaN(point.loss()) ? "later" : Table.fixed(point.loss(), 5);
    progress.stage("%,d examples, loss %s, %,.0f rows/s".formatted(point.examples(), loss, rate));
    progress.step();
  }

  @Override
  public void onResume(int points) {
    progress.resume(points);
  }

  @Override
  public void onNote(String note) {
    progress.note("papilio train: " + Printable.text(note));
  }
}
