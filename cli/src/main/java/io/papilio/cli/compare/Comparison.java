package io.papilio.cli.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs side by side.
 *
 * <pre>
 *   loss |\ \
 *        | \  \
 *        |- -o- -o- - - -   the lowest loss that every run has seen: who was there first,
 *        |     \___ \____   and what had it taken?
 *        +--------------- examples, seconds, bytes
 * </pre>
 *
 * @param leftOut cases that are not among the runs, and why
 * @param wanted the loss to compare by, instead of that; NaN: none
 */
record Comparison(List<CompareRun> runs, Map<String, String> leftOut, double wanted) {

  Comparison(List<CompareRun> runs, Map<String, String> leftOut) {
    this(runs, leftOut, Double.NaN);
  }

  /** By another loss than the lowest that every run has seen. */
  Comparison by(double loss) {
    return new Comparison(runs, leftOut, loss);
  }

  /** The loss by which runs are compared; NaN if no run has seen any. */
  double target() {
    if (!Double.isNaN(wanted)) {
      return wanted;
    }
    return runs.stream()
        .mapToDouble(CompareRun::lowest)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  /** What tells a run from the others. */
  String name(CompareRun run) {
    return strategy(run) + amongWorkers(run);
  }

  /** What tells a run from those with as many workers. */
  String strategy(CompareRun run) {
    String consistency = run.what().consistency();
    boolean varies = runs.stream().anyMatch(one -> !one.what().consistency().equals(consistency));
    return run.what().sync() + (varies ? " under " + consistency : "");
  }

  /** Nothing, if all runs have as many. */
  String amongWorkers(CompareRun run) {
    int workers = run.what().workers();
    boolean varies = runs.stream().anyMatch(one -> one.what().workers() != workers);
    return varies ? " with " + workers + (workers == 1 ? " worker" : " workers") : "";
  }

  /** As JSON shows it, with the machine that it was measured on. */
  Map<String, Object> describe() {
    double target = target();
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("java", System.getProperty("java.version"));
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("target", target);
    all.put("wanted", wanted);
    all.put("advice", CompareAdvice.of(this));
    all.put("machine", machine);
    all.put("leftOut", leftOut);
    all.put("runs", runs.stream().map(run -> described(run, target)).toList());
    return all;
  }

  private Map<String, Object> described(CompareRun run, double target) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", name(run));
    all.putAll(run.describe(target));
    return all;
  }
}
