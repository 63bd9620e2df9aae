package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Σ weight · loss(margins of a row) + l2/2 ‖w‖² + l1 ‖w‖₁ over the rows of all workers. A row has
 * one margin, or one for each class; they are linear in the weights.
 *
 * <pre>
 *   weights     feature 0 | feature 1 | ... | bias     one for each margin; biases are in no norm
 *   margins     m = Xw     kept while w moves
 *   direction   d = Xp     a pass over the entries, once a line
 *   at step t   Σ loss(m + t d)     O(rows), and an all-reduce of two numbers; slopes are kept
 *   gradient    Xᵀ slope(m)         a pass over the entries, and an all-reduce
 * </pre>
 *
 * Several threads of a worker may pass over its rows at once, so what is told of a row must not
 * leave anything behind.
 */
public abstract class MarginFunction implements SmoothFunction {
  /** Into how many parts rows are cut, so that threads can share them. */
  private static final int PARTS = 64;

  /** No array is longer than {@link Integer#MAX_VALUE} less a few. */
  private static final int MOST_MARGINS = Integer.MAX_VALUE - 8;

  /** The step of the last trial, when it counts no more. */
  private static final double NOWHERE = Double.NaN;

  private final Communicator comm;
  private final Shard shard;
  private final Penalty penalty;
  private final int outputs;
  private final int parts; // of rows that are added up to a vector
  private final int bias; // where the biases begin
  private final double[] weights;
  private final double[] margins;
  private final double[] moves; // of the margins, along the direction
  private final double[] slopes; // of each loss by its margins, at the last trial
  private final double[] losses = new double[2]; // their sum there, and its slope along the line
  private double lookedAt = NOWHERE; // the step of the last trial: 0 is here
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
    this.outputs = outputs;
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
    this.margins = new double[margins(shard.size(), outputs)];
    this.moves = new double[margins.length];
    this.slopes = new double[margins.length];
    this.parts = parts(shard.entries() / start.length);
    refresh();
  }

  /** Returns how many there are, which have to fit in an array. */
  private static int margins(long rows, int outputs) {
    if (rows > MOST_MARGINS / outputs) {
      throw new IllegalArgumentException(
          "a worker has %,d rows, and room for the margins of %,d: take more workers, or use sgd"
              .formatted(rows, MOST_MARGINS / outputs));
    }
    return (int) rows * outputs;
  }

  /**
   * About as many as each then has entries for a weight, as a part costs a pass over the weights; a
   * power of two, so that threads mostly get the same number of them.
   */
  private static int parts(long entriesOfWeight) {
    return Integer.highestOneBit((int) Math.max(1, Math.min(PARTS, Math.sqrt(entriesOfWeight))));
  }

  /** Writes the products of a row with a vector that is laid out like the weights. */
  protected abstract void multiply(SparseRows rows, int row, double[] vector, double[] into);

  /** Adds a row times a number for each margin to a vector that is laid out like the weights. */
  protected abstract void addScaled(SparseRows rows, int row, double[] factors, double[] into);

  /** Adds the squares of a row times a number for each margin. */
  protected abstract void addSquares(SparseRows rows, int row, double[] factors, double[] into);

  /** Returns the loss of a row that has these margins, and writes its derivatives by them. */
  protected abstract double slopes(SparseRows rows, int row, double[] at, double[] into);

  /** Writes the second derivatives of the loss, each by one margin. */
  protected abstract void curvatures(SparseRows rows, int row, double[] at, double[] into);

  @Override
  public final void refresh() {
    multiply(weights, margins);
    forget();
  }

  /** Is to be called when the losses themselves are others than before. */
  protected final void forget() {
    lookedAt = NOWHERE;
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
    shard.addUp(
        PARTS,
        new double[0],
        (from, to, none) -> {
          double[] some = new double[outputs];
          for (int i = (int) from; i < to; i++) {
            multiply(shard.block(i), shard.row(i), vector, some);
            for (int j = 0; j < outputs; j++) {
              into[i * outputs + j] = some[j] + vector[bias + j];
            }
          }
        });
  }

  @Override
  public final double value() {
    lookHere();
    return losses[0] + penalty();
  }

  @Override
  public OptionalDouble losses() {
    lookHere();
    return OptionalDouble.of(losses[0]);
  }

  /** A number for each row, given its margins. */
  @FunctionalInterface
  protected interface RowValue {
    double of(SparseRows rows, int row, double[] at);
  }

  /** Returns the sum over the rows of all workers, each as often as it counts. */
  protected final double sum(RowValue value) {
    double[] sum = new double[1];
    shard.addUp(
        PARTS,
        sum,
        (from, to, own) -> {
          double[] some = new double[outputs];
          for (int i = (int) from; i < to; i++) {
            SparseRows rows = shard.block(i);
            int row = shard.row(i);
            System.arraycopy(margins, i * outputs, some, 0, outputs);
            own[0] += rows.weight(row) * value.of(rows, row, some);
          }
        });
    return comm.allReduce(sum[0], Reduction.SUM);
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
    lookHere();
    Arrays.fill(into, 0);
    shard.addUp(parts, into, this::addGradient);
    comm.allReduce(into, Reduction.SUM);
    for (int i = 0; i < bias; i++) {
      into[i] += penalty.l2 * weights[i];
    }
    return losses[0] + penalty();
  }

  private void addGradient(long from, long to, double[] own) {
    double[] some = new double[outputs];
    for (int i = (int) from; i < to; i++) {
      boolean isFlat = true;
      for (int j = 0; j < outputs; j++) {
        some[j] = slopes[i * outputs + j];
        own[bias + j] += some[j];
        isFlat &= some[j] == 0;
      }
      if (!isFlat) {
        addScaled(shard.block(i), shard.row(i), some, own);
      }
    }
  }

  @Override
  public final double[] inverseDiagonal() {
    double[] diagonal = new double[weights.length];
    shard.addUp(parts, diagonal, this::addCurvatures);
    comm.allReduce(diagonal, Reduction.SUM);
    for (int i = 0; i < diagonal.length; i++) {
      double value = diagonal[i] + (i < bias ? penalty.l2 : 0);
      diagonal[i] = value > Double.MIN_NORMAL ? 1 / value : 1;
    }
    return diagonal;
  }

  private void addCurvatures(long from, long to, double[] own) {
    double[] some = new double[outputs];
    double[] curvatures = new double[outputs];
    for (int i = (int) from; i < to; i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      System.arraycopy(margins, i * outputs, some, 0, outputs);
      curvatures(rows, row, some, curvatures);
      for (int j = 0; j < outputs; j++) {
        curvatures[j] *= rows.weight(row);
        own[bias + j] += curvatures[j];
      }
      addSquares(rows, row, curvatures, own);
    }
  }

  @Override
  public final void along(double[] newDirection) {
    direction = newDirection;
    multiply(direction, moves);
    lookedAt = lookedAt == 0 ? 0 : NOWHERE;
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
    look(step);
    double norm = squares + step * (2 * product + step * directionSquares);
    return new Point(
        step,
        losses[0] + penalty.l2 / 2 * norm,
        losses[1] + penalty.l2 * (product + step * directionSquares));
  }

  /** Mostly the function has moved to where the last trial was, so that all is known. */
  private void lookHere() {
    if (lookedAt != 0) {
      look(0);
    }
  }

  /** Finds losses and slopes at a step. */
  private void look(double step) {
    Arrays.fill(losses, 0);
    shard.addUp(PARTS, losses, (from, to, own) -> addLosses(step, from, to, own));
    comm.allReduce(losses, Reduction.SUM);
    lookedAt = step;
  }

  private void addLosses(double step, long from, long to, double[] own) {
    double[] some = new double[outputs];
    double[] derivatives = new double[outputs];
    for (int i = (int) from; i < to; i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double weight = rows.weight(row);
      int at = i * outputs;
      for (int j = 0; j < outputs; j++) {
        some[j] = step == 0 ? margins[at + j] : margins[at + j] + step * moves[at + j];
      }
      own[0] += weight * slopes(rows, row, some, derivatives);
      for (int j = 0; j < outputs; j++) {
        slopes[at + j] = weight * derivatives[j];
        own[1] += slopes[at + j] * moves[at + j];
      }
    }
  }

  @Override
  public final void move(double step) {
    DenseKernels.addScaled(weights, step, direction);
    DenseKernels.addScaled(margins, step, moves);
    lookedAt = lookedAt == step ? 0 : NOWHERE;
  }
}
