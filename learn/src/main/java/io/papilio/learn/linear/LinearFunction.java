package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.MarginFunction;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.communicator.Communicator;
import java.util.OptionalDouble;

/**
 * The {@link Objective} of a linear model over the rows of all workers. In place of the hinge it
 * has a {@link SmoothHinge}, which gets narrower until its minimum is good enough.
 */
final class LinearFunction extends MarginFunction {
  /** How far the hinge may end above its optimum, as a share of the objective. */
  static final double CLOSE = 0.01;

  private static final double FIRST_WIDTH = 1;

  private final Objective objective;
  private MarginLoss loss;

  LinearFunction(Communicator comm, Shard shard, Objective objective, float[] start) {
    super(comm, shard, new Penalty(objective.l2(), objective.l1()), 1, start);
    this.objective = objective;
    this.loss = objective.loss() == Loss.HINGE ? new SmoothHinge(FIRST_WIDTH) : objective.loss();
  }

  @Override
  protected void multiply(SparseRows rows, int row, double[] vector, double[] into) {
    into[0] = LinearKernels.dot(rows, row, vector);
  }

  @Override
  protected void addScaled(SparseRows rows, int row, double[] factors, double[] into) {
    LinearKernels.addScaled(rows, row, factors[0], into);
  }

  @Override
  protected void addSquares(SparseRows rows, int row, double[] factors, double[] into) {
    LinearKernels.addSquares(rows, row, factors[0], into);
  }

  @Override
  protected double slopes(SparseRows rows, int row, double[] at, double[] into) {
    return loss.valueAndSlope(at[0], rows.label(row), into);
  }

  @Override
  protected void curvatures(SparseRows rows, int row, double[] at, double[] into) {
    into[0] = loss.curvature(at[0], rows.label(row));
  }

  @Override
  public OptionalDouble losses() {
    return loss == objective.loss() ? super.losses() : OptionalDouble.empty();
  }

  /** Halves the width of the hinge where that, and no more the descent, is what keeps it away. */
  @Override
  public Next next(double[] gradient, boolean isFlat) {
    if (!(loss instanceof SmoothHinge hinge)) {
      return super.next(gradient, isFlat);
    }
    double value = sum((rows, row, at) -> Loss.HINGE.value(at[0], rows.label(row))) + penalty();
    double excess = sum((rows, row, at) -> hinge.excess(at[0], rows.label(row)));
    double residual = residual(gradient, isFlat);
    if (excess + residual <= CLOSE * value) {
      return Next.DONE;
    }
    if (residual > excess) {
      return Next.ITERATE;
    }
    loss = new SmoothHinge(hinge.width() / 2);
    forget();
    return Next.CHANGED;
  }

  /**
   * Returns how far the smooth objective is above its optimum, at most, if the bias is right: the
   * gap to the dual, Σ l2/2 w² + l1 |w| − w v + (|v| − l1)₊²/2 l2, where v = l2 w − gradient.
   */
  private double residual(double[] gradient, boolean isFlat) {
    double l1 = objective.l1();
    double l2 = objective.l2();
    if (l2 == 0) {
      return isFlat ? 0 : Double.POSITIVE_INFINITY; // there is no such bound
    }
    double[] weights = weights();
    int bias = penalised();
    double sum = Math.abs(weights[bias] * gradient[bias]);
    for (int i = 0; i < bias; i++) {
      double w = weights[i];
      double v = l2 * w - gradient[i];
      double beyond = Math.max(0, Math.abs(v) - l1);
      sum += l2 / 2 * w * w + l1 * Math.abs(w) - w * v + beyond * beyond / (2 * l2);
    }
    return sum;
  }

  @Override
  public void saveTo(Snapshot snapshot) {
    if (loss instanceof SmoothHinge smooth) {
      snapshot.with("width", smooth.width());
    }
  }

  @Override
  public void restore(Snapshot snapshot, double[] there) {
    super.restore(snapshot, there);
    if (loss instanceof SmoothHinge) {
      loss = new SmoothHinge(snapshot.number("width"));
    }
  }
}
