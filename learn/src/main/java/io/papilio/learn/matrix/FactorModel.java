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
  /** Rows of W. */
  int rows();

  /** Columns of W. */
  int columns();

  /**
   * Adds pairs with Σ u vᵀ = the gradient of Σ weight · loss over the rows of the batch. It points
   * uphill: the system takes it off W.
   */
  void computeFactors(Batch batch, Matrix matrix, Factors factors);

  /** The loss of one row, to be reported; its weight does not count here. */
  double loss(SparseRows rows, int row, Matrix matrix);

  /** How much ‖W‖² counts. */
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

  /** After a step of this length: moves W to where it may be. */
  default void prox(Matrix matrix, double rate) {}

  /** Where to begin, if not at zero. */
  default void start(Matrix matrix, SplittableRandom random) {}
}
