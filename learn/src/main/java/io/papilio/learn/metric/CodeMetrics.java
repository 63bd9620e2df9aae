package io.papilio.learn.metric;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

/**
 * How well sparse codes stand for examples, each counted as often as its weight says.
 *
 * <pre>
 *   x   example            x ≈ W a        error           mean of ½ ‖x − W a‖²
 *   W   dictionary                        relative error  ‖X − W A‖ / ‖X‖, of all examples together
 *   a   code, mostly 0                    density         mean share of a that is not 0
 *                                       length          mean of ‖a‖₁
 * </pre>
 *
 * Not for several threads at once.
 */
public final class CodeMetrics {
  private double weights;
  private double squaredErrors;
  private double squares;
  private double shares;
  private double lengths;

  /** An example, what its code gives back, and the code. */
  public void add(float[] example, float[] restored, float[] code, float weight) {
    if (example.length != restored.length || code.length == 0) {
      throw new IllegalArgumentException(
          "%d values, %d restored from a code of %d"
              .formatted(example.length, restored.length, code.length));
    }
    if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("weight " + weight);
    }
    double error = 0;
    double square = 0;
    for (int i = 0; i < example.length; i++) {
      double difference = (double) example[i] - restored[i];
      error += difference * difference;
      square += (double) example[i] * example[i];
    }
    int used = 0;
    double length = 0;
    for (float each : code) {
      used += each != 0 ? 1 : 0;
      length += Math.abs(each);
    }
    weights += weight;
    squaredErrors += weight * error;
    squares += weight * square;
    shares += weight * (double) used / code.length;
    lengths += weight * length;
  }

  /** Makes these the metrics of the examples of all workers, who call it together. */
  public void sum(Communicator comm) {
    double[] sums = {weights, squaredErrors, squares, shares, lengths};
    comm.allReduce(sums, Reduction.SUM);
    weights = sums[0];
    squaredErrors = sums[1];
    squares = sums[2];
    shares = sums[3];
    lengths = sums[4];
  }

  /** The mean of ½ ‖x − W a‖²; NaN if nothing was added. */
  public double error() {
    return squaredErrors / 2 / weights;
  }

  /** 0 if all is restored, 1 if nothing is; NaN if all examples are zero. */
  public double relativeError() {
    return Math.sqrt(squaredErrors / squares);
  }

  /** The mean share of entries of a code that are not zero. */
  public double density() {
    return shares / weights;
  }

  /** The mean of ‖a‖₁, the sum of absolute values. */
  public double length() {
    return lengths / weights;
  }
}
