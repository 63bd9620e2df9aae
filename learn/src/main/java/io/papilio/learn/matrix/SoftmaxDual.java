package io.papilio.learn.matrix;

import java.util.Arrays;

/**
 * One row's step in the dual of softmax: the probabilities q′ that maximise
 *
 * <pre>
 *   H(q′) + q′·z − s/2 ‖q′ − q‖²          H(q) = −Σ q log q,  over Σ q′ = 1
 *
 *   log q′[j] + s q′[j] = z[j] + s q[j] − ν          where the slope is the same in all j: it is ν
 * </pre>
 *
 * For each ν there is one q′[j], by Newton's method on log q′[j]; it falls with ν, and ν is where
 * they add up to 1, by Newton's method on log Σ q′, or by halves where that goes too far.
 *
 * <p>Shalev-Shwartz and Zhang: Accelerated Proximal Stochastic Dual Coordinate Ascent (2014).
 */
final class SoftmaxDual {
  private static final double CLOSE = 1e-10;
  private static final int MOST_STEPS = 50;

  private final double[] targets; // z + s q
  private final double[] logs; // log q′

  SoftmaxDual(int classes) {
    this.targets = new double[classes];
    this.logs = new double[classes];
  }

  /** Overwrites {@code q}, of which the first element is at {@code at}. */
  void step(float[] z, double s, float[] q, int at) {
    double most = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < targets.length; j++) {
      targets[j] = z[j] + s * q[at + j];
      most = Math.max(most, targets[j]);
    }
    double low = most - s; // there one q′[j] is 1, and none is more
    double high = most + Math.log(targets.length); // there none is more than its share
    double nu = low;
    double sum = Double.NaN;
    Arrays.fill(logs, 0);
    for (int step = 0; step < MOST_STEPS && !(Math.abs(sum - 1) < CLOSE); step++) {
      sum = 0;
      double slope = 0;
      for (int j = 0; j < logs.length; j++) {
        logs[j] = root(targets[j] - nu, s, logs[j]);
        double value = Math.exp(logs[j]);
        sum += value;
        slope += value / (1 + s * value);
      }
      low = sum > 1 ? nu : low;
      high = sum > 1 ? high : nu;
      double next = nu + Math.log(sum) * sum / slope;
      nu = next > low && next < high ? next : (low + high) / 2;
    }
    for (int j = 0; j < logs.length; j++) {
      q[at + j] = (float) (Math.exp(logs[j]) / sum);
    }
  }

  /**
   * Returns the l with l + s exp(l) = t, where t is s at most, so that no l is above 0. The left
   * side is convex: a step from below may go far beyond, from where it would take long to come
   * back.
   */
  private static double root(double t, double s, double near) {
    double most = Math.min(0, t);
    double l = near;
    for (int step = 0; step < MOST_STEPS; step++) {
      double scaled = s * Math.exp(l);
      double change = (t - l - scaled) / (1 + scaled);
      l = Math.min(l + change, most);
      if (Math.abs(change) < CLOSE) {
        break;
      }
    }
    return l;
  }
}
