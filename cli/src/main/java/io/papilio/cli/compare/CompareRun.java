package io.papilio.cli.compare;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingResult.Point;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a comparison. What is not known is NaN.
 *
 * @param command repeats it
 */
record CompareRun(CompareCase what, String command, TrainingResult result) {

  /** What it took to come to some loss. */
  record Reached(double examples, double seconds, double bytes) {}

  /** Returns a metric in the end. */
  double metric(String name) {
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

  /**
   * Returns what it took until the first evaluation with a loss as low as this, if there is one.
   */
  Optional<Reached> reached(double loss) {
    return result.curve().stream()
        .filter(point -> point.loss() <= loss)
        .findFirst()
        .map(
            point -> {
              double share = (double) point.examples() / result.examples(); // steps are alike
              return new Reached(point.examples(), point.seconds(), share * bytes());
            });
  }

  /** Returns the bytes that all workers sent together. */
  double bytes() {
    return result.bytesSent().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the bytes that a worker sent in an iteration, on average. */
  double bytesPerIteration() {
    return bytes() / result.iterations() / what.workers();
  }

  /** Returns the consensus distance at the end. */
  double distance() {
    List<Point> curve = result.curve();
    return curve.isEmpty() ? Double.NaN : curve.get(curve.size() - 1).distance();
  }

  Map<String, Object> describe(double target) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("sync", what.sync());
    all.put("consistency", what.consistency());
    all.put("workers", what.workers());
    all.put("command", command);
    all.put("reached", reached(target).orElse(null));
    all.put("bytes", bytes());
    all.put("bytesPerIteration", bytesPerIteration());
    all.put("distance", distance());
    all.put("result", result);
    return all;
  }
}
