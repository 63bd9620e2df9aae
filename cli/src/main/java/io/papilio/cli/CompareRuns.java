package io.papilio.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the cases of a comparison one after the other; on threads all learn from the same rows. */
final class CompareRuns {
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

  private Map<String, Object> train(CompareCase one) throws Exception {
    TrainRunner runner = new TrainRunner(training.options(one), training.network(), err);
    if (launch == TrainCommand.Launch.PROCESSES) {
      return runner.processes(one.workers(), training.arguments(one));
    }
    if (loaded == null) {
      loaded = runner.load();
    }
    return runner.threads(one.workers(), loaded);
  }
}
