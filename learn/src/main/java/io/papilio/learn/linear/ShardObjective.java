package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.Arrays;

/**
 * The objective over the rows of all workers, and its gradient, at weights that move along lines.
 *
 * <pre>
 *   margins     m = Xw     kept while w moves
 *   direction   d = Xp     a pass over the entries, once a line
 *   at step t   Σ loss(m + t d)     O(rows), and an all-reduce of two numbers
 *   gradient    Xᵀ slope(m) | Σ loss(m)     a pass over the entries, and one all-reduce
 * </pre>
 *
 * Lines are for objectives without l1: on others they have corners.
 */
final class ShardObjective implements Line {
  private final Communicator comm;
  private final Shard shard;
  private final Objective objective;
  private final double[] weights;
  private final double[] margins;
  private final double[] moves; // of the margins, along the direction
  private final double[] sums; // gradient and loss
  private final double[] valueAndSlope = new double[2];
  private double[] direction = {};
  private double squares; // ‖w‖², w·p and ‖p‖², without the bias
  private double product;
  private double directionSquares;

  ShardObjective(Communicator comm, Shard shard, Objective objective, float[] start) {
    this.comm = comm;
    this.shard = shard;
    this.objective = objective;
    this.weights = new double[start.length];
    for (int i = 0; i < start.length; i++) {
      weights[i] = start[i];
    }
    this.margins = new double[shard.size()];
    this.moves = new double[shard.size()];
    this.sums = new double[start.length + 1];
    refresh();
  }

  /** Computes the margins anew, lest the rounding of many moves adds up. */
  void refresh() {
    multiply(weights, margins);
  }

  /** Goes there. */
  void place(double[] there) {
    System.arraycopy(there, 0, weights, 0, weights.length);
    refresh();
  }

  double[] weights() {
    return weights;
  }

  private void multiply(double[] vector, double[] into) {
    for (int i = 0; i < into.length; i++) {
      double dot = LinearKernels.dot(shard.block(i), shard.row(i), vector);
      into[i] = dot + vector[vector.length - 1];
    }
  }

  Objective objective() {
    return objective;
  }

  double value() {
    double[] sum = new double[1];
    for (int i = 0; i < margins.length; i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      sum[0] += rows.weight(row) * objective.loss().value(margins[i], rows.label(row));
    }
    comm.allReduce(sum, Reduction.SUM);
    return sum[0] + penalty();
  }

  private double penalty() {
    double norm = 0;
    double absolutes = 0;
    for (int i = 0; i < weights.length - 1; i++) {
      norm += weights[i] * weights[i];
      absolutes += Math.abs(weights[i]);
    }
    return objective.l2() / 2 * norm + objective.l1() * absolutes;
  }

  /** Writes the gradient of all but l1 ‖w‖₁; returns the value of all. */
  double gradient(double[] into) {
    Arrays.fill(sums, 0);
    int bias = weights.length - 1;
    for (int i = 0; i < margins.length; i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double y = rows.label(row);
      double weight = rows.weight(row);
      double slope = weight * objective.loss().slope(margins[i], y);
      sums[bias] += slope;
      sums[bias + 1] += weight * objective.loss().value(margins[i], y);
      if (slope != 0) {
        LinearKernels.addScaled(rows, row, slope, sums);
      }
    }
    comm.allReduce(sums, Reduction.SUM);
    for (int i = 0; i < bias; i++) {
      into[i] = sums[i] + objective.l2() * weights[i];
    }
    into[bias] = sums[bias];
    return sums[bias + 1] + penalty();
  }

  /** One over the diagonal of the Hessian; 1 where it is zero, so that nothing depends on it. */
  double[] inverseDiagonal() {
    double[] diagonal = new double[weights.length];
    int bias = weights.length - 1;
    for (int i = 0; i < margins.length; i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double curvature = objective.loss().curvature(margins[i], rows.label(row));
      curvature *= rows.weight(row);
      LinearKernels.addSquares(rows, row, curvature, diagonal);
      diagonal[bias] += curvature;
    }
    comm.allReduce(diagonal, Reduction.SUM);
    for (int i = 0; i <= bias; i++) {
      double value = diagonal[i] + (i < bias ? objective.l2() : 0);
      diagonal[i] = value > Double.MIN_NORMAL ? 1 / value : 1;
    }
    return diagonal;
  }

  /** The line that {@link #at} and {@link #move} go along, from here. */
  void along(double[] newDirection) {
    direction = newDirection;
    multiply(direction, moves);
    squares = 0;
    product = 0;
    directionSquares = 0;
    for (int i = 0; i < weights.length - 1; i++) {
      squares += weights[i] * weights[i];
      product += weights[i] * direction[i];
      directionSquares += direction[i] * direction[i];
    }
  }

  @Override
  public Point at(double step) {
    double value = 0;
    double slope = 0;
    for (int i = 0; i < margins.length; i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double y = rows.label(row);
      double weight = rows.weight(row);
      double margin = margins[i] + step * moves[i];
      value += weight * objective.loss().value(margin, y);
      slope += weight * objective.loss().slope(margin, y) * moves[i];
    }
    valueAndSlope[0] = value;
    valueAndSlope[1] = slope;
    comm.allReduce(valueAndSlope, Reduction.SUM);
    double norm = squares + step * (2 * product + step * directionSquares);
    return new Point(
        step,
        valueAndSlope[0] + objective.l2() / 2 * norm,
        valueAndSlope[1] + objective.l2() * (product + step * directionSquares));
  }

  /** Goes so far along the line. */
  void move(double step) {
    LinearKernels.addScaled(weights, step, direction);
    LinearKernels.addScaled(margins, step, moves);
  }

  void copyTo(float[] floats) {
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) weights[i];
    }
  }
}
