package io.papilio.learn.job;

import io.papilio.learn.optimize.Snapshot;

/**
 * Ends a training when the loss on rows that it does not learn from has ceased to fall, and then
 * gives back the weights that were best.
 *
 * <pre>
 *   loss   5 4 3 3 4 5          patience 3: three looks without a new lowest
 *              ^     ^
 *           these    ends here
 * </pre>
 */
final class EarlyStop {
  private final int patience;
  private double lowest = Double.POSITIVE_INFINITY;
  private int misses;
  private float[] best = {};

  /** Without patience, 0, it never ends anything. */
  EarlyStop(int patience) {
    if (patience < 0) {
      throw new IllegalArgumentException("patience of " + patience);
    }
    this.patience = patience;
  }

  /** Whether to go on. */
  boolean goesOn(double loss, float[] weights) {
    if (patience == 0) {
      return true;
    }
    if (loss < lowest) {
      lowest = loss;
      misses = 0;
      best = weights.clone();
    } else {
      misses++;
    }
    return misses < patience;
  }

  /** Makes these weights the best there were. */
  void restore(float[] weights) {
    System.arraycopy(best, 0, weights, 0, best.length);
  }

  void save(Snapshot snapshot) {
    snapshot.with("lowest", lowest).with("misses", misses).with("best", best);
  }

  void load(Snapshot snapshot) {
    lowest = snapshot.number("lowest");
    misses = (int) snapshot.whole("misses");
    best = snapshot.floats("best");
  }
}
