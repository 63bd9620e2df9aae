package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import java.util.SplittableRandom;

/**
 * A model whose parameter is a matrix W, with a loss of each row that depends on W times a vector.
 * Its gradient is then an outer product u vᵀ, or a few of them, and that is all there is to write:
 * everything else is the system's.
 *
 * <pre>
 *   Σ weight · loss(row; W)  +  l2/2 ‖W‖²     to be minimised; the last columns may be free of l2
 * </pre>
 *
 * A model may have scratch arrays: each worker has its own, used by one thread.
 */
public interface FactorModel {
  int rows();

  int columns();

  /**
   * Adds pairs with Σ u vᵀ = the gradient of Σ weight · loss over the rows of the batch. It points
   * uphill: the system takes it off W.
   */
  void computeFactors(Batch batch, Matrix matrix, Factors factors);

  /** Returns the loss of one row, to be reported; its weight does not count here. */
  double loss(SparseRows rows, int row, Matrix matrix);

  /** Returns how much ‖W‖²/2 counts beside the sum of the losses. */
  default double l2() {
    return 0;
  }

  /**
   * How many of the last columns are constants and not features: l2 leaves them alone, {@link
   * Matrix#times} does too, and rates begin with 1 there at most.
   */
  default int freeColumns() {
    return 0;
  }

  /** Moves W to where it may be, after a step of this length. */
  default void prox(Matrix matrix, double rate) {}

  /** Sets W to where it begins, if that is not zero. */
  default void start(Matrix matrix, SplittableRandom random) {}
}
