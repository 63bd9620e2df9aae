package io.papilio.learn.linear;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;

/**
 * A linear model: the margin of a row is w·x + b.
 *
 * @param weights by feature, and then the bias
 * @param negative what examples of a margin below zero are labelled, if the loss is of two classes
 * @param positive and the others
 * @param features how features were made of what was read
 */
public record LinearModel(
    Loss loss, float[] weights, float negative, float positive, Features features)
    implements Model {

  public LinearModel {
    if (weights.length == 0) {
      throw new IllegalArgumentException("a model needs a bias at least");
    }
  }

  /** How many features it knows; others count as zero. */
  public int size() {
    return weights.length - 1;
  }

  public float bias() {
    return weights[size()];
  }

  public double margin(SparseRows rows, int row) {
    return rows.dot(row, weights, size()) + bias();
  }

  /** The label for a margin; for a loss that is not of two classes, the margin itself. */
  public double label(double margin) {
    if (!loss.isTwoClass()) {
      return margin;
    }
    return margin > 0 ? positive : negative;
  }

  /** How probable the positive label is; of a logistic model. */
  public static double probability(double margin) {
    return 1 / (1 + Math.exp(-margin));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinearModel model
        && loss == model.loss
        && Arrays.equals(weights, model.weights)
        && Float.compare(negative, model.negative) == 0
        && Float.compare(positive, model.positive) == 0
        && features.equals(model.features);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(weights) * 31 + loss.hashCode();
  }

  @Override
  public String toString() {
    return "a linear model of %d features, %s loss".formatted(size(), loss);
  }
}
