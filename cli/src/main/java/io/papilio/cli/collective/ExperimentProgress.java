package io.papilio.cli.collective;

import io.papilio.cli.terminal.Progress;
import io.papilio.lab.experiment.ExperimentListener;

/** Shows how far an experiment is. */
record ExperimentProgress(Progress progress) implements ExperimentListener {
  @Override
  public void onStage(String what) {
    progress.stage(what);
  }

  @Override
  public void onStep() {
    progress.step();
  }

  @Override
  public void onPrint(String line) {
    progress.note(line);
  }
}
