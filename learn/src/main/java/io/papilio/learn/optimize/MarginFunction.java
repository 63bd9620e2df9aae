package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;

/**
 * Σ weight · loss(margins of a row) + l2/2 ‖w‖² + l1 ‖w‖₁ over the rows of all workers. A row has
 * one margin, or one for each class; they are linear in the weights.
 *
 * <pre>
 *   weights     feature 0 | feature 1 | ... | bias     one for each margin; biases are in no norm
 *   margins     m = Xw     kept while w moves
 *   direction   d = Xp     a pass over the entries, once a line
 *   at step t   Σ loss(m + t d)     O(rows), and an all-reduce of two numbers
 *   gradient    Xᵀ slope(m) | Σ loss(m)     a pass over the entries, and one all-reduce
 * </pre>
 */
public abstract class MarginFunction implements SmoothFunction {
  private final Communicator comm;
  private final Shard shard;
  private final Penalty penalty;
  private final int bias; // where the biases begin
  private final double[] weights;
  private final double[] margins;
  private final double[] moves; // of the margins, along the direction
  private final double[] sums; // gradient and loss
  private final double[] some; // margins of a row
  private final double[] slopes; // of its loss
  private double[] direction = {};
  private double squares; // ‖w‖², w·p and ‖p‖², without the biases
  private double product;
  private double directionSquares;

  /** How much the norms of the weights count. */
  public record Penalty(double l2, double l1) {}

  /** Begins at {@code start}, with so many margins of a row. */
  protected MarginFunction(
      Communicator comm, Shard shard, Penalty penalty, int outputs, float[] start) {
    this.comm = comm;
    this.shard = shard;
    this.penalty = penalty;
    this.bias = start.length - outputs;
    int features = shard.features();
    if ((long) features * outputs > bias) {
      throw new IllegalArgumentException(
          "%d features and a bias do not fit %d weights".formatted(features, start.length));
    }
    this.weights = new double[start.length];
    for (int i = 0; i < start.length; i++) {
      weights[i] = start[i];
    }
    this.margins = new double[Math.multiplyExact(shard.size(), outputs)];
    this.moves = new double[margins.length];
    this.sums = new double[start.length + 1];
    this.some = new double[outputs];
    this.slopes = new double[outputs];
    refresh();
  }

  /** Writes the products of a row with a vector that is laid out like the weights. */
  protected abstract void multiply(SparseRows rows, int row, double[] vector, double[] into);

  /** Adds a row times a number for each margin to a vector that is laid out like the weights. */
  protected abstract void addScaled(SparseRows rows, int row, double[] factors, double[] into);

  /** Adds the squares of a row times a number for each margin. */
  protected abstract void addSquares(SparseRows rows, int row, double[] factors, double[] into);

  /** Returns the loss of a row that has these margins. */
  protected abstract double loss(SparseRows rows, int row, double[] at);

  /** Returns the loss as well, and writes its derivatives by the margins. */
  protected abstract double slopes(SparseRows rows, int row, double[] at, double[] into);

  /** Writes the second derivatives of the loss, each by one margin. */
  protected abstract void curvatures(SparseRows rows, int row, double[] at, double[] into);

  @Override
  public final void refresh() {
    multiply(weights, margins);
  }

  @Override
  public final void place(double[] there) {
    System.arraycopy(there, 0, weights, 0, weights.length);
    refresh();
  }

  @Override
  public final double[] weights() {
    return weights;
  }

  @Override
  public final double l1() {
    return penalty.l1;
  }

  @Override
  public final int penalised() {
    return bias;
  }

  private void multiply(double[] vector, double[] into) {
    int outputs = some.length;
    for (int i = 0; i < shard.size(); i++) {
      multiply(shard.block(i), shard.row(i), vector, some);
      for (int j = 0; j < outputs; j++) {
        into[i * outputs + j] = some[j] + vector[bias + j];
      }
    }
  }

  @Override
  public final double value() {
    return sum(this::loss) + penalty();
  }

  /** A number for each row, given its margins. */
  @FunctionalInterface
  protected interface RowValue {
    double of(SparseRows rows, int row, double[] at);
  }

  /** Returns the sum over the rows of all workers, each as often as it counts. */
  protected final double sum(RowValue value) {
    double sum = 0;
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      sum += rows.weight(row) * value.of(rows, row, marginsOf(i));
    }
    return comm.allReduce(sum, Reduction.SUM);
  }

  private double[] marginsOf(int i) {
    System.arraycopy(margins, i * some.length, some, 0, some.length);
    return some;
  }

  /** Returns what the norms of the weights add to the value. */
  protected final double penalty() {
    double norm = 0;
    double absolutes = 0;
    for (int i = 0; i < bias; i++) {
      norm += weights[i] * weights[i];
      absolutes += Math.abs(weights[i]);
    }
    return penalty.l2 / 2 * norm + penalty.l1 * absolutes;
  }

  @Override
  public final double gradient(double[] into) {
    Arrays.fill(sums, 0);
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double weight = rows.weight(row);
      sums[weights.length] += weight * slopes(rows, row, marginsOf(i), slopes);
      boolean isFlat = true;
      for (int j = 0; j < slopes.length; j++) {
        slopes[j] *= weight;
        sums[bias + j] += slopes[j];
        isFlat &= slopes[j] == 0;
      }
      if (!isFlat) {
        addScaled(rows, row, slopes, sums);
      }
    }
    comm.allReduce(sums, Reduction.SUM);
    for (int i = 0; i < bias; i++) {
      into[i] = sums[i] + penalty.l2 * weights[i];
    }
    System.arraycopy(sums, bias, into, bias, weights.length - bias);
    return sums[weights.length] + penalty();
  }

  @Override
  public final double[] inverseDiagonal() {
    double[] diagonal = new double[weights.length];
    double[] curvatures = new double[some.length];
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      curvatures(rows, row, marginsOf(i), curvatures);
      for (int j = 0; j < curvatures.length; j++) {
        curvatures[j] *= rows.weight(row);
        diagonal[bias + j] += curvatures[j];
      }
      addSquares(rows, row, curvatures, diagonal);
    }
    comm.allReduce(diagonal, Reduction.SUM);
    for (int i = 0; i < diagonal.length; i++) {
      double value = diagonal[i] + (i < bias ? penalty.l2 : 0);
      diagonal[i] = value > Double.MIN_NORMAL ? 1 / value : 1;
    }
    return diagonal;
  }

  @Override
  public final void along(double[] newDirection) {
    direction = newDirection;
    multiply(direction, moves);
    squares = 0;
    product = 0;
    directionSquares = 0;
    for (int i = 0; i < bias; i++) {
      squares += weights[i] * weights[i];
      product += weights[i] * direction[i];
      directionSquares += direction[i] * direction[i];
    }
  }

  @Override
  public final Point at(double step) {
    double[] valueAndSlope = new double[2];
    int outputs = some.length;
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double weight = rows.weight(row);
      for (int j = 0; j < outputs; j++) {
        some[j] = margins[i * outputs + j] + step * moves[i * outputs + j];
      }
      valueAndSlope[0] += weight * slopes(rows, row, some, slopes);
      for (int j = 0; j < outputs; j++) {
        valueAndSlope[1] += weight * slopes[j] * moves[i * outputs + j];
      }
    }
    comm.allReduce(valueAndSlope, Reduction.SUM);
    double norm = squares + step * (2 * product + step * directionSquares);
    return new Point(
        step,
        valueAndSlope[0] + penalty.l2 / 2 * norm,
        valueAndSlope[1] + penalty.l2 * (product + step * directionSquares));
  }

  @Override
  public final void move(double step) {
    DenseKernels.addScaled(weights, step, direction);
    DenseKernels.addScaled(margins, step, moves);
  }
}
