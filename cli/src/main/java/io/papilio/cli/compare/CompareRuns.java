package io.papilio.cli.compare;

import io.papilio.cli.network.Networks;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Progress;
import io.papilio.cli.train.Shown;
import io.papilio.learn.data.Source;
import io.papilio.learn.job.LocalTraining;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.ThreadTraining;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs the cases of a comparison one after the other. */
final class CompareRuns {
  private static final int WARM_UP_ROWS = 5_000; // a second or two for each strategy

  private final CompareTraining training;
  private final Launch launch;
  private final Output output;
  private final PrintWriter err;
  private final Map<String, String> leftOut = new LinkedHashMap<>();
  private boolean failed;

  CompareRuns(CompareTraining training, Launch launch, Output output, PrintWriter err) {
    this.training = training;
    this.launch = launch;
    this.output = output;
    this.err = err;
  }

  /** Returns whether a run that had begun is left out. */
  boolean hasFailed() {
    return failed;
  }

  Comparison run(List<CompareCase> cases) throws Exception {
    List<CompareCase> admitted = admitted(cases);
    if (launch == Launch.THREADS) {
      warmUp(admitted);
    }
    List<CompareRun> runs = new ArrayList<>();
    for (CompareCase one : admitted) {
      output.say("run %d of %d: %s".formatted(admitted.indexOf(one) + 1, admitted.size(), one));
      try {
        runs.add(new CompareRun(one, training.command(one, launch), train(one)));
      } catch (RuntimeException e) {
        if (runs.isEmpty()) {
          throw e; // likely it is no fault of this case
        }
        failed = true; // but what has been run is worth a report
        leaveOut(one, e);
      }
    }
    return new Comparison(runs, leftOut);
  }

  /** Those that train takes; there must be one. */
  private List<CompareCase> admitted(List<CompareCase> cases) throws IOException {
    List<CompareCase> admitted = new ArrayList<>();
    Map<CompareCase, IllegalArgumentException> refused = new LinkedHashMap<>();
    for (CompareCase one : cases) {
      try {
        training.spec(one, launch).check();
        admitted.add(one);
      } catch (IllegalArgumentException e) {
        refused.put(one, e);
      }
    }
    if (admitted.isEmpty()) {
      throw refused.get(cases.get(0));
    }
    refused.forEach(this::leaveOut);
    return admitted;
  }

  private void leaveOut(CompareCase one, RuntimeException why) {
    output.say("left out: " + one + ": " + why.getMessage());
    leftOut.put(one.toString(), why.getMessage());
  }

  /** Else the first run of a kind would pay for the compiler of the JVM, and look slow. */
  private void warmUp(List<CompareCase> cases) throws IOException {
    output.say("warming up");
    Set<String> kinds = new HashSet<>();
    for (CompareCase one : cases) {
      if (kinds.add(one.sync() + " " + one.consistency())) {
        TrainingSpec spec = training.spec(one, launch);
        ModelFamily.Sample sample = Families.named(spec.model()).sample(spec.seed());
        int rows = Math.min(sample.rows(), WARM_UP_ROWS);
        Source few = Source.generated(sample.generator(), 0, rows);
        try {
          TrainingData data =
              TrainingData.of(
                  spec, Optional.of(few), Optional.of(features -> Source.rows(List.of())));
          ThreadTraining.run(spec, data, TrainingListener.NONE);
        } catch (RuntimeException e) {
          output.say("warming up: " + one + ": " + e.getMessage()); // the run itself may do well
        }
      }
    }
  }

  private TrainingResult train(CompareCase one) throws Exception {
    TrainingSpec spec = training.spec(one, launch);
    try (Progress progress = Progress.of("train", spec.points(), err)) {
      return LocalTraining.run(
          spec,
          new Shown(progress),
          () -> Networks.invitation(training.network(), Sharing.AUTO),
          progress::note);
    }
  }
}
