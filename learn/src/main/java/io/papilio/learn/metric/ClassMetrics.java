package io.papilio.learn.metric;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

/**
 * What a model of several classes is worth on examples, each counted as often as its weight says.
 *
 * <pre>
 *   probabilities   0.1  0.4  0.3  0.2      by class; sorted: 1 2 3 0
 *   true class                 2            loss −log 0.3; not the first, but among the top 2
 * </pre>
 *
 * Of classes with equal probabilities the smaller number comes first. Not for several threads at
 * once.
 */
public final class ClassMetrics {
  /** How many of the classes may be tried in {@link #topAccuracy}, usually. */
  public static final int TOP = 5;

  /** A class that the model has never seen: its probability is 0. */
  public static final int UNKNOWN = -1;

  /** Below, a float has lost digits; and nobody can be infinitely wrong. */
  private static final double LEAST_PROBABILITY = Float.MIN_NORMAL;

  private final int top;
  private double weights;
  private double losses;
  private double right;
  private double amongTop;

  public ClassMetrics() {
    this(TOP);
  }

  public ClassMetrics(int top) {
    if (top < 1) {
      throw new IllegalArgumentException("among the top " + top);
    }
    this.top = top;
  }

  /** An example: what the model says of each class, and which one it is, or {@link #UNKNOWN}. */
  public void add(float[] probabilities, int trueClass, float weight) {
    if (trueClass < UNKNOWN || trueClass >= probabilities.length) {
      throw new IllegalArgumentException(
          "class %d of %d".formatted(trueClass, probabilities.length));
    }
    if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("weight " + weight);
    }
    float probability = trueClass == UNKNOWN ? 0 : probabilities[trueClass];
    int place = trueClass == UNKNOWN ? Integer.MAX_VALUE : place(probabilities, trueClass);
    weights += weight;
    losses -= weight == 0 ? 0 : weight * Math.log(Math.max(probability, LEAST_PROBABILITY));
    right += place == 0 ? weight : 0;
    amongTop += place < top ? weight : 0;
  }

  /** How many classes come before it; whatever is not a number does, or has all before it. */
  private static int place(float[] probabilities, int trueClass) {
    float own = probabilities[trueClass];
    int before = 0;
    for (int i = 0; i < probabilities.length; i++) {
      boolean isAfter = i < trueClass ? probabilities[i] < own : probabilities[i] <= own;
      before += isAfter || i == trueClass ? 0 : 1;
    }
    return before;
  }

  /** Makes these the metrics of the examples of all workers, who call it together. */
  public void sum(Communicator comm) {
    double[] sums = {weights, losses, right, amongTop};
    comm.allReduce(sums, Reduction.SUM);
    weights = sums[0];
    losses = sums[1];
    right = sums[2];
    amongTop = sums[3];
  }

  /** The mean of −log of what the true class was given; NaN if nothing was added. */
  public double logLoss() {
    return losses / weights;
  }

  /** How often the true class came first. */
  public double accuracy() {
    return right / weights;
  }

  /** How often it was among the first so many. */
  public double topAccuracy() {
    return amongTop / weights;
  }
}
