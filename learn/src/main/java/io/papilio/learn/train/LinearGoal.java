package io.papilio.learn.train;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Objective;

/** Σ loss + l2/2 ‖w‖² + l1 ‖w‖₁; the last weight is the bias, which is in neither norm. */
public record LinearGoal(Objective objective, int features) implements Goal {
  @Override
  public int weights() {
    return features + 1;
  }

  @Override
  public double loss(SparseRows rows, int row, float[] weights) {
    double margin = rows.dot(row, weights, features) + weights[features];
    return objective.loss().value(margin, rows.label(row));
  }

  @Override
  public double objective(double losses, float[] weights) {
    double squares = 0;
    double absolutes = 0;
    for (int i = 0; i < features; i++) {
      squares += (double) weights[i] * weights[i];
      absolutes += Math.abs(weights[i]);
    }
    return losses + objective.l2() / 2 * squares + objective.l1() * absolutes;
  }
}
