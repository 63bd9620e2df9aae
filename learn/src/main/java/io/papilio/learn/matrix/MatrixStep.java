package io.papilio.learn.matrix;

import io.papilio.core.schedule.Range;
import io.papilio.learn.optimize.Rate;
import io.papilio.runtime.communicator.SparseAllReduce;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * A step along the mean gradient of the rows of an iteration, of which there may be only a part.
 *
 * <pre>
 *   take         W ← W − γ(t)/rows · Σ u vᵀ              or by the sum as a matrix, or its entries
 *   regularise   W ← W / (1 + γ(t) λ)                    but for the free columns
 *   end          W ← prox(W)
 *
 *   adagrad      take: G += g², W −= γ g/√G, g = 1/rows Σ u vᵀ   regularise: W ← W / (1 + γ λ/√G)
 * </pre>
 *
 * In free columns v is a constant: there γ0 is at most 1, else what suits features of small values
 * would overshoot. With adagrad and λ each step goes over all of W, for every element shrinks in
 * its own way.
 */
final class MatrixStep {
  private static final float SMALLEST = 1e-8f; // lest 0/0

  private final Matrix matrix;
  private final FactorModel model;
  private final Rate rate;
  private final double lambda;
  private final RankOneUpdates updates;
  private final float[] squares; // empty but for adagrad
  private LongUnaryOperator rowsOfStep = step -> 1;

  /**
   * @param lambda how much ‖W‖²/2 counts beside the mean loss
   */
  MatrixStep(Matrix matrix, FactorModel model, Rate rate, double lambda, int threads) {
    this.matrix = matrix;
    this.model = model;
    this.rate = rate;
    this.lambda = lambda;
    this.updates = new RankOneUpdates(matrix.rows(), matrix.columns(), threads);
    this.squares = new float[rate.kind() == Rate.Kind.ADAGRAD ? matrix.unsettled().length : 0];
  }

  /** Makes it step by the mean over so many rows; else it is by the sum. */
  void divideBy(LongUnaryOperator rows) {
    rowsOfStep = rows;
  }

  Matrix matrix() {
    return matrix;
  }

  Rate rate() {
    return rate;
  }

  RankOneUpdates updates() {
    return updates;
  }

  float[] squares() {
    return squares;
  }

  /** Gives back a range of W, and of the squares, as they are now. */
  Runnable undo(Range range) {
    float[] values = matrix.values();
    float[] w = Arrays.copyOfRange(values, range.from(), range.to());
    float[] g =
        squares.length == 0 ? squares : Arrays.copyOfRange(squares, range.from(), range.to());
    return () -> {
      System.arraycopy(w, 0, values, range.from(), w.length);
      System.arraycopy(g, 0, squares, Math.min(range.from(), squares.length), g.length);
    };
  }

  private double freeRate(long step) {
    return rate.atMost(1).at(step);
  }

  private double rateOf(int column, long step) {
    return column < matrix.scaledColumns() ? rate.at(step) : freeRate(step);
  }

  /** Shrinks a range of W. */
  void regularise(long step, Range range) {
    int end = Math.min(range.to(), matrix.scaledColumns() * matrix.rows());
    if (lambda > 0 && squares.length > 0) {
      shrink(matrix.values(), squares, (float) (rate.at(step) * lambda), range.from(), end);
    } else if (lambda > 0) {
      shrink(matrix.values(), (float) keep(step), range.from(), end);
    }
  }

  /** Shrinks all of W; without adagrad by its scale, whatever its size. */
  void regularise(long step) {
    if (lambda > 0 && squares.length == 0) {
      matrix.shrink(keep(step));
    } else {
      regularise(step, Range.of(matrix.unsettled().length));
    }
  }

  private double keep(long step) {
    return 1 / (1 + rate.at(step) * lambda);
  }

  private static void shrink(float[] w, float keep, int from, int to) {
    for (int i = from; i < to; i++) {
      w[i] *= keep;
    }
  }

  /** Where no gradient was yet, G = 0 gives no length of a step: W stays what it was before. */
  private static void shrink(float[] w, float[] squares, float c, int from, int to) {
    for (int i = from; i < to; i++) {
      float root = (float) Math.sqrt(squares[i]) + SMALLEST;
      w[i] *= squares[i] == 0 ? 1 : root / (root + c);
    }
  }

  /** Ends a step of which all gradients were taken. */
  void finish(long step) {
    regularise(step);
    end(step);
  }

  void end(long step) {
    model.prox(matrix, rate.at(step));
  }

  void take(Factors factors, long step) {
    long rows = rowsOfStep.applyAsLong(step);
    if (squares.length == 0) {
      updates.subtract(matrix, factors, rate.at(step) / rows, freeRate(step) / rows);
      return;
    }
    float[] values = matrix.unsettled();
    updates.apply(
        factors,
        (column, sum, scratch, piece) -> {
          float c = (float) rateOf(column, step);
          int at = column * matrix.rows() + piece.from();
          float[] w = scratch[0];
          float[] g = scratch[1];
          System.arraycopy(values, at, w, piece.from(), piece.length());
          System.arraycopy(squares, at, g, piece.from(), piece.length());
          scale(sum, 1f / rows, piece);
          adapt(w, g, sum, c, piece);
          System.arraycopy(w, piece.from(), values, at, piece.length());
          System.arraycopy(g, piece.from(), squares, at, piece.length());
        });
  }

  private static void scale(float[] sum, float c, Range piece) {
    for (int i = piece.from(); i < piece.to(); i++) {
      sum[i] *= c;
    }
  }

  private static void adapt(float[] w, float[] squares, float[] g, float c, Range piece) {
    int end = piece.to();
    for (int i = piece.from(); i < end; i++) {
      squares[i] += g[i] * g[i];
      w[i] -= c * g[i] / ((float) Math.sqrt(squares[i]) + SMALLEST);
    }
  }

  /** Takes the sum as a matrix, of which only a range is looked at. */
  void take(float[] sum, Range range, long step) {
    long rows = rowsOfStep.applyAsLong(step);
    float[] values = matrix.values();
    int free = matrix.scaledColumns() * matrix.rows();
    if (squares.length == 0) {
      subtract(values, sum, rate.at(step) / rows, range.from(), Math.min(free, range.to()));
      subtract(values, sum, freeRate(step) / rows, Math.max(free, range.from()), range.to());
    } else {
      scale(sum, 1f / rows, range);
      adapt(values, sum, (float) rate.at(step), range.from(), Math.min(free, range.to()));
      adapt(values, sum, (float) freeRate(step), Math.max(free, range.from()), range.to());
    }
  }

  private void adapt(float[] w, float[] g, float c, int from, int to) {
    if (from < to) {
      adapt(w, squares, g, c, new Range(from, to));
    }
  }

  private static void subtract(float[] w, float[] sum, double rate, int from, int to) {
    float c = (float) rate;
    for (int i = from; i < to; i++) {
      w[i] -= c * sum[i];
    }
  }

  /** Takes the entries of the sum that are not zero. */
  void take(SparseAllReduce sum, long step) {
    long rows = rowsOfStep.applyAsLong(step);
    float[] values = matrix.unsettled();
    for (int i = 0; i < sum.size(); i++) {
      int at = sum.index(i);
      int column = at / matrix.rows();
      float g = sum.value(i);
      if (squares.length == 0) {
        values[at] -= (float) (rateOf(column, step) / rows / matrix.factor(column)) * g;
      } else {
        g *= 1f / rows;
        squares[at] += g * g;
        float root = (float) Math.sqrt(squares[at]) + SMALLEST;
        values[at] -= (float) rateOf(column, step) * g / root;
      }
    }
  }
}
