package io.papilio.cli;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the cases of a comparison one after the other; on threads all learn from the same rows. */
final class CompareRuns {
  private static final int WARM_UP_ROWS = 5_000; // a second or two for each strategy

  private final CompareTraining training;
  private final TrainCommand.Launch launch;
  private final Output output;
  private final PrintWriter err;
  private final Map<String, String> leftOut = new LinkedHashMap<>();
  private TrainOptions.Loaded loaded;
  private boolean failed;

  CompareRuns(
      CompareTraining training, TrainCommand.Launch launch, Output output, PrintWriter err) {
    this.training = training;
    this.launch = launch;
    this.output = output;
    this.err = err;
  }

  /** Whether a run that had begun is left out. */
  boolean hasFailed() {
    return failed;
  }

  Comparison run(List<CompareCase> cases) throws Exception {
    List<CompareCase> admitted = admitted(cases);
    if (training.generates()) {
      output.say("no --data: learning from examples that are made up here");
    }
    if (launch == TrainCommand.Launch.THREADS) {
      loaded = runner(admitted.get(0), err).load();
      warmUp(admitted);
    }
    List<CompareRun> runs = new ArrayList<>();
    for (CompareCase one : admitted) {
      output.say("run %d of %d: %s".formatted(admitted.indexOf(one) + 1, admitted.size(), one));
      try {
        Map<String, Object> result = Json.plain(train(one));
        TrainReport.section(result, "options").put("launch", Names.of(launch));
        runs.add(new CompareRun(one, training.command(one, launch), result));
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
        training.check(one);
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
  private void warmUp(List<CompareCase> cases) {
    output.say("warming up");
    Shard all = Shard.of(loaded.rows());
    SparseRows few = all.pick(Math.min(all.size(), WARM_UP_ROWS));
    TrainOptions.Loaded little = loaded.some(List.of(few));
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    Set<String> kinds = new HashSet<>();
    for (CompareCase one : cases) {
      if (kinds.add(one.sync() + " " + one.consistency())) {
        try {
          runner(one, nobody).threads(one.workers(), little);
        } catch (RuntimeException e) {
          output.say("warming up: " + one + ": " + e.getMessage()); // the run itself may do well
        }
      }
    }
  }

  private TrainRunner runner(CompareCase one, PrintWriter told) {
    return new TrainRunner(training.options(one), training.network(), told);
  }

  private Map<String, Object> train(CompareCase one) throws Exception {
    return launch == TrainCommand.Launch.PROCESSES
        ? runner(one, err).processes(one.workers(), training.arguments(one))
        : runner(one, err).threads(one.workers(), loaded);
  }
}
