package io.papilio.lab.compare;

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
public record Comparison(List<ComparisonRun> runs, Map<String, String> leftOut, double wanted) {

  /** Compares by the lowest loss that every run has seen. */
  public Comparison(List<ComparisonRun> runs, Map<String, String> leftOut) {
    this(runs, leftOut, Double.NaN);
  }

  /** Returns the same, by another loss than the lowest that every run has seen. */
  public Comparison by(double loss) {
    return new Comparison(runs, leftOut, loss);
  }

  /** Returns the loss by which runs are compared; NaN if no run has seen any. */
  public double target() {
    if (!Double.isNaN(wanted)) {
      return wanted;
    }
    return runs.stream()
        .mapToDouble(ComparisonRun::lowest)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  /** What tells a run from the others. */
  String name(ComparisonRun run) {
    return strategy(run) + amongWorkers(run);
  }

  /** What tells a run from those with as many workers. */
  String strategy(ComparisonRun run) {
    String consistency = run.what().consistency();
    boolean varies = runs.stream().anyMatch(one -> !one.what().consistency().equals(consistency));
    return run.what().sync() + (varies ? " under " + consistency : "");
  }

  /** Nothing, if all runs have as many. */
  String amongWorkers(ComparisonRun run) {
    int workers = run.what().workers();
    boolean varies = runs.stream().anyMatch(one -> one.what().workers() != workers);
    return varies ? " with " + workers + (workers == 1 ? " worker" : " workers") : "";
  }

  /** Returns what to take from it, in plain sentences. */
  public List<String> advice() {
    return ComparisonAdvice.of(this);
  }

  /** What JSON and the report have. */
  public record Described(
      double target,
      double wanted,
      List<String> advice,
      MeasuredOn machine,
      Map<String, String> leftOut,
      List<DescribedRun> runs) {}

  /** What it was measured on. */
  public record MeasuredOn(int cores, String java, String system) {
    static MeasuredOn here() {
      return new MeasuredOn(
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
  public record DescribedRun(
      String name,
      @JsonUnwrapped ComparisonCase what,
      String command,
      Reached reached,
      double bytes,
      double bytesPerIteration,
      double distance,
      TrainingResult result) {}

  /** Returns all that is known. */
  public Described describe() {
    List<DescribedRun> described = runs.stream().map(this::describe).toList();
    return new Described(target(), wanted, advice(), MeasuredOn.here(), leftOut, described);
  }

  private DescribedRun describe(ComparisonRun run) {
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
