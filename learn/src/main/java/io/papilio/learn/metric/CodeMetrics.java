package io.papilio.learn.metric;

/**
 * How well sparse codes stand for examples, each counted as often as its weight says.
 *
 * <pre>
 *   x   example            x ≈ W a        error           mean of ½ ‖x − W a‖²
 *   W   dictionary                        relative error  ‖X − W A‖ / ‖X‖, of all examples together
 *   a   code, mostly 0                    density         mean share of a that is not 0
 * </pre>
 *
 * Each worker adds its own examples; merged they are those of all. Not for several threads at once.
 */
public final class CodeMetrics {
  private long examples;
  private double weights;
  private double squaredErrors;
  private double squares;
  private double shares;

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
    for (float each : code) {
      used += each != 0 ? 1 : 0;
    }
    examples++;
    weights += weight;
    squaredErrors += weight * error;
    squares += weight * square;
    shares += weight * (double) used / code.length;
  }

  /** Adds those of another worker. */
  public void merge(CodeMetrics other) {
    examples += other.examples;
    weights += other.weights;
    squaredErrors += other.squaredErrors;
    squares += other.squares;
    shares += other.shares;
  }

  public long examples() {
    return examples;
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
}
