package io.papilio.cli.compare;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Reached;
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

  /** What JSON and the report have. */
  record Described(
      double target,
      double wanted,
      List<String> advice,
      Machine machine,
      Map<String, String> leftOut,
      List<DescribedRun> runs) {}

  /** What it was measured on. */
  record Machine(int cores, String java, String system) {
    static Machine here() {
      return new Machine(
          Runtime.getRuntime().availableProcessors(),
          System.getProperty("java.version"),
          System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    }
  }

  /**
   * A run among others.
   *
   * @param reached what it took to come to the target; null if it did not
   */
  record DescribedRun(
      String name,
      @JsonUnwrapped CompareCase what,
      String command,
      Reached reached,
      double bytes,
      double bytesPerIteration,
      double distance,
      TrainingResult result) {}

  /** Returns all that is known. */
  Described describe() {
    List<DescribedRun> described = runs.stream().map(this::describe).toList();
    return new Described(
        target(), wanted, CompareAdvice.of(this), Machine.here(), leftOut, described);
  }

  private DescribedRun describe(CompareRun run) {
    TrainingResult result = run.result();
    return new DescribedRun(
        name(run),
        run.what(),
        run.command(),
        result.reached(target()).orElse(null),
        result.bytes(),
        run.bytesPerIteration(),
        result.distance(),
        result);
  }
}
