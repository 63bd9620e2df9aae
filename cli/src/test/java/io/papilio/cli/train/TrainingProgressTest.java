package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.cli.terminal.Progress;
import io.papilio.learn.job.TrainingResult.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingProgressTest {
  private final List<String> shown = new ArrayList<>();
  private final Progress progress =
      new Progress() {
        @Override
        public void stage(String what) {
          shown.add(what);
        }

        @Override
        public void note(String line) {
          shown.add("note " + line);
        }

        @Override
        public void resume(int steps) {
          shown.add("resume " + steps);
        }

        @Override
        public void step() {
          shown.add("step");
        }

        @Override
        public void close() {}
      };

  @Test
  void shouldShowWhatATrainingTells() {
    TrainingProgress listener = new TrainingProgress(progress);
    listener.onResume(7);
    listener.onPoint(new Point(3000, 1.5, 0.25, 0));
    listener.onPoint(new Point(4000, 2, Double.NaN, 0));
    listener.onNote("no checkpoint");
    assertEquals(
        List.of(
            "resume 7",
            "3,000 examples, loss 0.25000, 2,000 rows/s",
            "step",
            "4,000 examples, loss later, 2,000 rows/s",
            "step",
            "note papilio train: no checkpoint"),
        shown);
  }
}
