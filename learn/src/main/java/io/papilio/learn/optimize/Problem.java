package io.papilio.learn.optimize;

import io.papilio.learn.data.SparseRows;

/**
 * What a training minimises, whatever model it is of: Σ weight · loss, and what is added to keep
 * weights small.
 *
 * <p>Several threads of a worker may ask for losses at once.
 */
public interface Problem {
  /** How many weights there are. */
  int weights();

  /** Of one row; its weight does not count here. */
  double loss(SparseRows rows, int row, float[] weights);

  /** The objective, of the sum of all losses. */
  double objective(double losses, float[] weights);
}
