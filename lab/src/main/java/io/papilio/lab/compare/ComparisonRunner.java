package io.papilio.lab.compare;

import io.papilio.learn.data.Source;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.ThreadTraining;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs the cases of a comparison one after the other. */
public final class ComparisonRunner {
  private static final int WARM_UP_ROWS = 5_000; // a second or two for each strategy

  /** Trains where and as a spec says. */
  public interface Training {
    TrainingResult run(TrainingSpec spec) throws IOException, InterruptedException;
  }

  private final TrainingSpec spec;
  private final Training training;
  private final Function<ComparisonCase, String> commands;
  private final Consumer<String> notes;
  private final Map<String, String> leftOut = new LinkedHashMap<>();
  private boolean failed;

  /**
   * Creates a runner.
   *
   * @param spec what all runs have in common
   * @param commands gives the line that repeats a case
   * @param notes hears how it goes on
   */
  public ComparisonRunner(
      TrainingSpec spec,
      Training training,
      Function<ComparisonCase, String> commands,
      Consumer<String> notes) {
    this.spec = spec;
    this.training = training;
    this.commands = commands;
    this.notes = notes;
  }

  /** Returns whether a run that had begun is left out. */
  public boolean hasFailed() {
    return failed;
  }

  /**
   * Runs all cases that go together; the others are left out.
   *
   * @throws IllegalArgumentException if no case goes together
   */
  public Comparison run(List<ComparisonCase> cases) throws IOException, InterruptedException {
    List<ComparisonCase> admitted = admitted(cases);
    if (spec.place().launch() == Launch.THREADS) {
      warmUp(admitted);
    }
    List<ComparisonRun> runs = new ArrayList<>();
    for (ComparisonCase one : admitted) {
      notes.accept("run %d of %d: %s".formatted(admitted.indexOf(one) + 1, admitted.size(), one));
      try {
        runs.add(new ComparisonRun(one, commands.apply(one), training.run(spec(one))));
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

  private TrainingSpec spec(ComparisonCase one) {
    return spec.withWorkers(one.workers()).withSync(one.sync(), one.consistency());
  }

  /** Returns the cases that can be trained; there must be one. */
  private List<ComparisonCase> admitted(List<ComparisonCase> cases) throws IOException {
    if (cases.isEmpty()) {
      throw new IllegalArgumentException("nothing to compare");
    }
    List<ComparisonCase> admitted = new ArrayList<>();
    Map<ComparisonCase, IllegalArgumentException> refused = new LinkedHashMap<>();
    for (ComparisonCase one : cases) {
      try {
        spec(one).check();
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

  private void leaveOut(ComparisonCase one, RuntimeException why) {
    notes.accept("left out: " + one + ": " + why.getMessage());
    leftOut.put(one.toString(), why.getMessage());
  }

  /** Else the first run of a kind would pay for the compiler of the JVM, and look slow. */
  private void warmUp(List<ComparisonCase> cases) throws IOException {
    notes.accept("warming up");
    ModelFamily.Sample sample = Families.named(spec.model()).sample(spec.seed());
    Source few = Source.generated(sample.generator(), 0, Math.min(sample.rows(), WARM_UP_ROWS));
    Set<String> kinds = new HashSet<>();
    for (ComparisonCase one : cases) {
      if (kinds.add(one.sync() + " " + one.consistency())) {
        try {
          TrainingSpec used = spec(one);
          TrainingData data =
              TrainingData.of(
                  used, Optional.of(few), Optional.of(features -> Source.rows(List.of())));
          ThreadTraining.run(used, data, TrainingListener.NONE);
        } catch (RuntimeException e) {
          notes.accept("warming up: " + one + ": " + e.getMessage()); // the run itself may do well
        }
      }
    }
  }
}
