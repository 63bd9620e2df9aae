package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;

/**
 * Softmax with l2, seen from its dual: each row has probabilities q, and W is made of them.
 *
 * <pre>
 *   W = 1/l2 Σ weight (e_y − q) xᵀ          at first q = e_y, so W = 0
 *
 *   a row's step:  q → q′ (see {@link SoftmaxDual}),   u = weight (q′ − q)/l2,   v = x
 *                  as if ‖x‖² were σ′ times as large: so the steps of σ′ workers at once are safe
 *   a batch:       one row after the other, each sees those before it, times σ′
 *
 *   gap = Σ weight KL(q ‖ softmax(W x + b))        how far W and b are from the optimum, at most
 * </pre>
 *
 * The bias is not regularised, so it has no dual. It is kept near a center c instead, by l2/2κ ‖b −
 * c‖²: so it is a feature like others, of which v is κ, b = c − κ/l2 r, and r = Σ weight (q − e_y).
 * {@link Sdca} moves c. κ is the mean of ‖x‖², so that the bias moves about as easily as the rest.
 *
 * <p>Shalev-Shwartz and Zhang: Stochastic Dual Coordinate Ascent Methods (2013); Ma, Smith, Jaggi,
 * Jordan, Richtárik and Takáč: Adding vs. Averaging in Distributed Primal-Dual Optimization (2015).
 */
final class SoftmaxSdca implements FactorModel {
  private final Softmax softmax;
  private final double safety;
  private final double constant;
  private final float[] q; // row by row, as the shard numbers them
  private final SoftmaxDual dual;
  private final float[] z;
  private float[][] changes = new float[0][]; // u of the rows before, in a batch

  /**
   * @param safety σ′: how many workers step at once
   * @param constant κ
   */
  SoftmaxSdca(Softmax softmax, Shard shard, double safety, double constant) {
    if (!(softmax.l2() > 0)) {
      throw new IllegalArgumentException(
          "sdca needs l2 above 0, as without it there is no dual: use sgd");
    }
    this.softmax = softmax;
    this.safety = safety;
    this.constant = constant;
    this.q = duals(softmax, shard.size());
    this.dual = new SoftmaxDual(softmax.rows());
    this.z = new float[softmax.rows()];
    for (int i = 0; i < shard.size(); i++) {
      q[i * softmax.rows() + softmax.label(shard.block(i), shard.row(i))] = 1;
    }
  }

  private static float[] duals(Softmax softmax, long rows) {
    return new float[Matrix.length(Math.toIntExact(Math.max(1, rows)), softmax.rows())];
  }

  float[] duals(long rows) {
    return duals(softmax, rows);
  }

  float[] duals() {
    return q.clone();
  }

  void setDuals(float[] duals) {
    if (duals.length != q.length) {
      throw new IllegalArgumentException(
          "%d dual variables where %d are needed".formatted(duals.length, q.length));
    }
    System.arraycopy(duals, 0, q, 0, q.length);
  }

  /** Returns κ/l2: how far the bias is from its center, by r. */
  double biasRate() {
    return constant / softmax.l2();
  }

  /** Returns what l2 adds to the objective; it is no part of the model's own steps. */
  double penalty(Matrix matrix) {
    return softmax.l2() / 2 * matrix.squaredNorm();
  }

  @Override
  public int rows() {
    return softmax.rows();
  }

  @Override
  public int columns() {
    return softmax.columns();
  }

  @Override
  public int freeColumns() {
    return softmax.freeColumns();
  }

  @Override
  public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
    if (changes.length < batch.size()) {
      changes = new float[batch.size()][rows()];
    }
    for (int i = 0; i < batch.size(); i++) {
      SparseRows rows = batch.rows(i);
      int row = batch.row(i);
      softmax.margins(rows, row, matrix, z);
      for (int before = 0; before < i; before++) {
        double product = constant + dot(rows, row, batch.rows(before), batch.row(before));
        if (product != 0) {
          add(z, (float) (-safety * product), changes[before]);
        }
      }
      step(rows, row, (int) batch.number(i) * rows(), changes[i]);
      factors.u().add(changes[i]);
      factors.v().entries(rows, row);
      factors.v().entry(columns() - 1, (float) constant);
      factors.v().end();
    }
  }

  private void step(SparseRows rows, int row, int at, float[] change) {
    double scale = rows.weight(row) / softmax.l2();
    System.arraycopy(q, at, change, 0, change.length);
    dual.step(z, safety * scale * (constant + dot(rows, row, rows, row)), q, at);
    for (int j = 0; j < change.length; j++) {
      change[j] = (float) (scale * (q[at + j] - change[j]));
    }
  }

  private static void add(float[] into, float c, float[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] += c * from[i];
    }
  }

  static double dot(SparseRows one, int row, SparseRows other, int otherRow) {
    double sum = 0;
    int j = other.start(otherRow);
    for (int i = one.start(row); i < one.end(row); i++) {
      int index = one.indices()[i];
      while (j < other.end(otherRow) && other.indices()[j] < index) {
        j++;
      }
      if (j < other.end(otherRow) && other.indices()[j] == index) {
        sum += (double) one.values()[i] * other.values()[j];
      }
    }
    return sum;
  }

  /** Returns sums over the rows of this worker: loss, gap, and r of each class. */
  double[] sums(Shard shard, Matrix matrix) {
    int classes = rows();
    double[] sums = new double[2 + classes];
    float[] p = new float[classes];
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double weight = rows.weight(row);
      int y = softmax.label(rows, row);
      softmax.margins(rows, row, matrix, z);
      System.arraycopy(z, 0, p, 0, classes);
      double log = Softmax.normalise(p);
      sums[0] += weight * Math.max(0, log - z[y]);
      for (int j = 0; j < classes; j++) {
        double own = q[i * classes + j];
        sums[1] += own > 0 ? weight * own * (Math.log(own) - (z[j] - log)) : 0;
        sums[2 + j] += weight * (own - (j == y ? 1 : 0));
      }
    }
    return sums;
  }

  @Override
  public double loss(SparseRows rows, int row, Matrix matrix) {
    return softmax.loss(rows, row, matrix);
  }
}
