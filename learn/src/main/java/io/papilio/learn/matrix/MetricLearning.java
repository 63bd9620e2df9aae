package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import java.util.SplittableRandom;

/**
 * A distance in which similar examples are near and others are not: ‖L (x − y)‖². Rows are
 * differences δ = x − y, see {@link Differences}: label 1 of a similar pair, 0 of another.
 *
 * <pre>{@code
 * similar      ‖L δ‖²                      u = 2 L δ                                  v = δ
 * dissimilar   λ max(0, 1 − ‖L δ‖²)        u = −2 λ L δ, while ‖L δ‖² < 1             v = δ
 * }</pre>
 *
 * L = 0 is stationary, so that it begins at random.
 *
 * <p>Xing, Ng, Jordan and Russell: Distance Metric Learning (2002); Xie and others: Distributed
 * Machine Learning via Sufficient Factor Broadcasting (2015).
 */
public final class MetricLearning implements FactorModel {
  private final int dimensions;
  private final int features;
  private final double lambda;
  private final float[] projected;

  /**
   * @param lambda how much dissimilar pairs count
   */
  public MetricLearning(int dimensions, int features, double lambda) {
    if (dimensions < 1 || features < 1 || !(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "a metric of %d features in %d dimensions, lambda %s"
              .formatted(features, dimensions, lambda));
    }
    this.dimensions = dimensions;
    this.features = features;
    this.lambda = lambda;
    this.projected = new float[dimensions];
  }

  @Override
  public int rows() {
    return dimensions;
  }

  @Override
  public int columns() {
    return features;
  }

  @Override
  public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
    for (int i = 0; i < batch.size(); i++) {
      SparseRows rows = batch.rows(i);
      int row = batch.row(i);
      double distance = distance(rows, row, matrix);
      boolean similar = isSimilar(rows, row);
      if (similar || !(distance >= 1)) {
        float factor = (float) ((similar ? 2 : -2 * lambda) * rows.weight(row));
        for (int j = 0; j < dimensions; j++) {
          projected[j] *= factor;
        }
        factors.u().add(projected);
        factors.v().entries(rows, row);
        factors.v().end();
      }
    }
  }

  private static boolean isSimilar(SparseRows rows, int row) {
    float label = rows.label(row);
    if (label != 0 && label != 1) {
      throw new IllegalArgumentException("label %s of a pair: not 0 or 1".formatted(label));
    }
    return label == 1;
  }

  /** ‖L δ‖²; L δ is in {@link #projected} then. */
  private double distance(SparseRows rows, int row, Matrix matrix) {
    matrix.times(rows, row, projected);
    double sum = 0;
    for (float value : projected) {
      sum += (double) value * value;
    }
    return sum;
  }

  @Override
  public double loss(SparseRows rows, int row, Matrix matrix) {
    double distance = distance(rows, row, matrix);
    return isSimilar(rows, row) ? distance : lambda * Math.max(0, 1 - distance);
  }

  @Override
  public void start(Matrix matrix, SplittableRandom random) {
    float[] values = matrix.values();
    double width = 1 / Math.sqrt(features);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (width * (2 * random.nextDouble() - 1));
    }
  }
}
