package io.papilio.lab.compare;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.job.TrainingResult.Reached;
import java.util.function.ToDoubleFunction;

/**
 * One run of a comparison. What is not known is NaN.
 *
 * @param command repeats it
 */
public record ComparisonRun(ComparisonCase what, String command, TrainingResult result) {

  /** Returns a metric in the end. */
  public double metric(String name) {
    return result.metrics().get(name);
  }

  /** Returns the lowest loss that was seen; infinite if none was a number. */
  double lowest() {
    return result.curve().stream()
        .mapToDouble(Point::loss)
        .filter(Double::isFinite)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns what it took to come to a loss; NaN if it did not. */
  public double needed(double loss, ToDoubleFunction<Reached> need) {
    return result.reached(loss).map(need::applyAsDouble).orElse(Double.NaN);
  }

  /** Returns the bytes that a worker sent in an iteration, on average. */
  public double bytesPerIteration() {
    return (double) result.bytes() / result.iterations() / what.workers();
  }
}
