package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A dictionary W, of which a few columns, the atoms, add up to each example.
 *
 * <pre>
 *   loss = min over a of  ½ ‖x − W a‖² + λ ‖a‖₁          u = W a − x     v = a
 *
 *   a by coordinate descent, r = x − W a:
 *     a[d] ← soft(w_d·r + a[d] ‖w_d‖², λ) / ‖w_d‖²       soft(z, λ) = sign(z) max(0, |z| − λ)
 *     all atoms once, then those in use until they rest, then all again, until all rest
 *
 *   prox: atoms longer than 1 are cut to 1, else a could be as small as it likes
 * </pre>
 *
 * <p>Olshausen and Field (1997); Friedman, Hastie and Tibshirani: Regularization Paths via
 * Coordinate Descent (2010).
 */
public final class SparseCoding implements FactorModel {
  /** Of the largest change, in parts of the largest of the code: then it rests. */
  private static final double AT_REST = 1e-4;

  private static final int MOST_SWEEPS = 100;

  private final int features;
  private final int atoms;
  private final double lambda;
  private final float[] code;
  private final float[] residual;
  private final float[] squares; // ‖w_d‖²
  private final float[] column;

  public SparseCoding(int features, int atoms, double lambda) {
    if (features < 1 || atoms < 1 || !(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%d atoms of %d features, lambda %s".formatted(atoms, features, lambda));
    }
    this.features = features;
    this.atoms = atoms;
    this.lambda = lambda;
    this.code = new float[atoms];
    this.residual = new float[features];
    this.squares = new float[atoms];
    this.column = new float[features];
  }

  @Override
  public int rows() {
    return features;
  }

  @Override
  public int columns() {
    return atoms;
  }

  @Override
  public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
    measure(matrix);
    for (int i = 0; i < batch.size(); i++) {
      SparseRows rows = batch.rows(i);
      int row = batch.row(i);
      solve(rows, row, matrix);
      float factor = -rows.weight(row);
      for (int j = 0; j < features; j++) {
        residual[j] *= factor;
      }
      factors.u().add(residual);
      for (int d = 0; d < atoms; d++) {
        if (code[d] != 0) {
          factors.v().entry(d, code[d]);
        }
      }
      factors.v().end();
    }
  }

  public void encode(SparseRows rows, int row, Matrix matrix, float[] into) {
    measure(matrix);
    solve(rows, row, matrix);
    System.arraycopy(code, 0, into, 0, atoms);
  }

  @Override
  public double loss(SparseRows rows, int row, Matrix matrix) {
    measure(matrix);
    solve(rows, row, matrix);
    double squared = 0;
    for (float r : residual) {
      squared += (double) r * r;
    }
    double absolute = 0;
    for (float a : code) {
      absolute += Math.abs(a);
    }
    return squared / 2 + lambda * absolute;
  }

  private void measure(Matrix matrix) {
    for (int d = 0; d < atoms; d++) {
      matrix.column(d, column);
      squares[d] = matrix.dot(d, column);
    }
  }

  private void solve(SparseRows rows, int row, Matrix matrix) {
    Arrays.fill(code, 0);
    Arrays.fill(residual, 0);
    for (int i = rows.start(row); i < rows.end(row); i++) {
      if (rows.indices()[i] < features) {
        residual[rows.indices()[i]] = rows.values()[i];
      }
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && sweep(matrix, false); sweep++) {
      int quick = 0;
      while (quick < MOST_SWEEPS && sweep(matrix, true)) {
        quick++;
      }
    }
  }

  /** Goes over all atoms, or those in use; returns whether anything still moves. */
  private boolean sweep(Matrix matrix, boolean inUseOnly) {
    double moved = 0;
    double largest = 0;
    for (int d = 0; d < atoms; d++) {
      float old = code[d];
      if (squares[d] > 0 && (old != 0 || !inUseOnly)) {
        double z = matrix.dot(d, residual) + (double) old * squares[d];
        float now = (float) (Math.signum(z) * Math.max(0, Math.abs(z) - lambda) / squares[d]);
        if (now != old) {
          matrix.addColumn(d, old - now, residual);
          code[d] = now;
          moved = Math.max(moved, Math.abs(now - old));
        }
        largest = Math.max(largest, Math.abs(now));
      }
    }
    return moved > AT_REST * largest;
  }

  @Override
  public void prox(Matrix matrix, double rate) {
    for (int d = 0; d < atoms; d++) {
      matrix.column(d, column);
      float norm = (float) Math.sqrt(matrix.dot(d, column));
      if (norm > 1) {
        for (int j = 0; j < features; j++) {
          column[j] /= norm;
        }
        matrix.setColumn(d, column);
      }
    }
  }

  @Override
  public void start(Matrix matrix, SplittableRandom random) {
    for (int d = 0; d < atoms; d++) {
      direct(column, random);
      matrix.setColumn(d, column);
    }
  }

  static void direct(float[] into, SplittableRandom random) {
    double squared = 0;
    for (int j = 0; j < into.length; j++) {
      into[j] = (float) random.nextGaussian();
      squared += into[j] * into[j];
    }
    for (int j = 0; j < into.length; j++) {
      into[j] /= (float) Math.sqrt(squared);
    }
  }
}
