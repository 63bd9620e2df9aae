package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;

/**
 * Logistic regression of several classes. Labels are 0 to J − 1, see {@link
 * io.papilio.learn.data.Labels}.
 *
 * <pre>
 *   p = softmax(W x + b)     loss = −log p[y]     u = p − e_y     v = (x, 1)
 *
 *   columns   feature 0 | feature 1 | ... | b      the last one is not regularised
 * </pre>
 *
 * <p>Xie and others: Distributed Machine Learning via Sufficient Factor Broadcasting (2015).
 */
public final class Softmax implements FactorModel {
  private final int classes;
  private final int features;
  private final double l2;
  private final float[] p;

  public Softmax(int classes, int features, double l2) {
    if (classes < 2 || features < 0 || !(l2 >= 0 && l2 < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "softmax of %d classes, %d features, l2 %s".formatted(classes, features, l2));
    }
    this.classes = classes;
    this.features = features;
    this.l2 = l2;
    this.p = new float[classes];
  }

  @Override
  public int rows() {
    return classes;
  }

  @Override
  public int columns() {
    return features + 1;
  }

  @Override
  public int freeColumns() {
    return 1;
  }

  @Override
  public double l2() {
    return l2;
  }

  @Override
  public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
    for (int i = 0; i < batch.size(); i++) {
      SparseRows rows = batch.rows(i);
      int row = batch.row(i);
      probabilities(rows, row, matrix, p);
      p[label(rows, row)] -= 1;
      float weight = rows.weight(row);
      for (int j = 0; j < classes && weight != 1; j++) {
        p[j] *= weight;
      }
      factors.u().add(p);
      addFeatures(rows, row, factors.v());
    }
  }

  void addFeatures(SparseRows rows, int row, Vectors v) {
    v.entries(rows, row);
    v.entry(features, 1);
    v.end();
  }

  int label(SparseRows rows, int row) {
    float label = rows.label(row);
    if (!(label >= 0 && label < classes && label == (int) label)) {
      throw new IllegalArgumentException(
          "label %s where classes are 0 to %d".formatted(label, classes - 1));
    }
    return (int) label;
  }

  void margins(SparseRows rows, int row, Matrix matrix, float[] into) {
    matrix.times(rows, row, into);
    matrix.addColumn(features, 1, into);
  }

  /** What the classes of a row are worth: they add up to 1. */
  public void probabilities(SparseRows rows, int row, Matrix matrix, float[] into) {
    margins(rows, row, matrix, into);
    normalise(into);
  }

  /** Makes probabilities of margins; returns log Σ exp of them. */
  static double normalise(float[] margins) {
    float most = Float.NEGATIVE_INFINITY;
    for (float margin : margins) {
      most = Math.max(most, margin);
    }
    double sum = 0;
    for (int j = 0; j < margins.length; j++) {
      double exp = Math.exp(margins[j] - most);
      margins[j] = (float) exp;
      sum += exp;
    }
    float factor = (float) (1 / sum);
    for (int j = 0; j < margins.length; j++) {
      margins[j] *= factor;
    }
    return most + Math.log(sum);
  }

  @Override
  public double loss(SparseRows rows, int row, Matrix matrix) {
    margins(rows, row, matrix, p);
    float own = p[label(rows, row)];
    return Math.max(0, normalise(p) - own);
  }
}
