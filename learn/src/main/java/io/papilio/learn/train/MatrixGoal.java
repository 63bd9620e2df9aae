package io.papilio.learn.train;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Matrix;

/** Σ loss + l2/2 ‖W‖² of a matrix model, whose weights are W column by column. */
public final class MatrixGoal implements Goal {
  private final FactorModel model;
  private Matrix last; // it is mostly asked about the same weights, row by row

  /** The model must be nobody else's. */
  public MatrixGoal(FactorModel model) {
    this.model = model;
    this.last = new Matrix(1, 1);
  }

  @Override
  public int weights() {
    return Matrix.length(model.rows(), model.columns());
  }

  @Override
  public double loss(SparseRows rows, int row, float[] weights) {
    return model.loss(rows, row, matrix(weights));
  }

  @Override
  public double objective(double losses, float[] weights) {
    return losses + model.l2() / 2 * matrix(weights).squaredNorm();
  }

  private Matrix matrix(float[] weights) {
    if (last.values() != weights) {
      last = Matrix.of(model, weights);
    }
    return last;
  }
}
