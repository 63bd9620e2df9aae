package io.papilio.spark.ml;

import java.io.Serializable;
import java.util.List;

/**
 * How a training went.
 *
 * @param objective the sum of all losses and what is added to keep weights small, in the end
 * @param iterations steps of sgd, online passes, iterations of L-BFGS
 * @param curve how the mean loss fell
 * @param seconds of training, without what it took to load rows and to look at the loss
 * @param loadSeconds what the slowest worker took to get its rows
 * @param bytesSent by each worker
 */
public record TrainingSummary(
    double objective,
    long iterations,
    List<Point> curve,
    double seconds,
    double loadSeconds,
    List<Long> bytesSent)
    implements Serializable {

  /** The mean loss after so many examples of all workers, and so many seconds of training. */
  public record Point(long examples, double seconds, double loss) implements Serializable {}

  /** How many there were. */
  public int workers() {
    return bytesSent.size();
  }

  /** The mean losses alone. */
  public List<Double> losses() {
    return curve.stream().map(Point::loss).toList();
  }
}
