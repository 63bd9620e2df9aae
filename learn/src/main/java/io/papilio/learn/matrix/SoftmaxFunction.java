package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.MarginFunction;
import io.papilio.runtime.communicator.Communicator;
import java.util.Arrays;

/**
 * The objective of {@link Softmax} over the rows of all workers.
 *
 * <pre>
 *   loss = log Σ exp m[j] − m[y]      slopes p − e_y      curvatures p (1 − p)
 * </pre>
 */
final class SoftmaxFunction extends MarginFunction {
  private final Softmax softmax;

  SoftmaxFunction(Communicator comm, Shard shard, Softmax softmax, float[] start) {
    super(comm, shard, new Penalty(softmax.l2(), 0), softmax.rows(), start);
    this.softmax = softmax;
  }

  @Override
  protected void multiply(SparseRows rows, int row, double[] vector, double[] into) {
    int classes = into.length;
    Arrays.fill(into, 0);
    for (int i = rows.start(row); i < rows.end(row); i++) {
      int at = rows.indices()[i] * classes;
      double x = rows.values()[i];
      for (int j = 0; j < classes; j++) {
        into[j] += x * vector[at + j];
      }
    }
  }

  @Override
  protected void addScaled(SparseRows rows, int row, double[] factors, double[] into) {
    for (int i = rows.start(row); i < rows.end(row); i++) {
      add(rows.values()[i], factors, into, rows.indices()[i] * factors.length);
    }
  }

  @Override
  protected void addSquares(SparseRows rows, int row, double[] factors, double[] into) {
    for (int i = rows.start(row); i < rows.end(row); i++) {
      double x = rows.values()[i];
      add(x * x, factors, into, rows.indices()[i] * factors.length);
    }
  }

  private static void add(double x, double[] factors, double[] into, int at) {
    for (int j = 0; j < factors.length; j++) {
      into[at + j] += x * factors[j];
    }
  }

  @Override
  protected double slopes(SparseRows rows, int row, double[] at, double[] into) {
    int y = softmax.label(rows, row);
    double log = probabilities(at, into);
    into[y] -= 1;
    return log - at[y];
  }

  @Override
  protected void curvatures(SparseRows rows, int row, double[] at, double[] into) {
    probabilities(at, into);
    for (int j = 0; j < into.length; j++) {
      into[j] *= 1 - into[j];
    }
  }

  /** Writes the probabilities of all classes; returns log Σ exp of the margins. */
  private static double probabilities(double[] margins, double[] into) {
    double most = Double.NEGATIVE_INFINITY;
    for (double margin : margins) {
      most = Math.max(most, margin);
    }
    double sum = 0;
    for (int j = 0; j < into.length; j++) {
      into[j] = Math.exp(margins[j] - most);
      sum += into[j];
    }
    for (int j = 0; j < into.length; j++) {
      into[j] /= sum;
    }
    return most + Math.log(sum);
  }
}
