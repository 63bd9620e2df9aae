package io.papilio.lab.compare;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Point;

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

  /** Returns the bytes that a worker sent in an iteration, on average. */
  public double bytesPerIteration() {
    return (double) result.bytes() / result.iterations() / what.workers();
  }
}
