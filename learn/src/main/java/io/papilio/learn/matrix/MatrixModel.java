package io.papilio.learn.matrix;

import io.papilio.learn.data.Features;
import io.papilio.learn.linear.Model;
import java.util.Arrays;
import java.util.Optional;

/**
 * A matrix that was learned.
 *
 * @param shape what it is of
 * @param weights column by column
 * @param classes whose labels it knows, if it knows any
 * @param features how features were made of what was read
 */
public record MatrixModel(
    Shape shape, float[] weights, Optional<Classes> classes, Features features) implements Model {

  /**
   * What kind of matrix, and how large.
   *
   * @param strength what {@link MatrixKind} says: l2, the weight of dissimilar pairs, or l1
   */
  public record Shape(MatrixKind kind, int rows, int columns, double strength) {
    /** One that a thread may use, and no other. */
    public FactorModel model() {
      return kind.model(rows, columns, strength);
    }

    /** How many features it knows; others count as zero. */
    public int knownFeatures() {
      return switch (kind) {
        case SOFTMAX -> columns - 1;
        case DML -> columns;
        case SPARSE_CODING -> rows;
      };
    }
  }

  public MatrixModel {
    if (weights.length != Matrix.length(shape.rows, shape.columns)) {
      throw new IllegalArgumentException(
          "%d weights for %d x %d".formatted(weights.length, shape.rows, shape.columns));
    }
    boolean fits =
        shape.kind.hasClasses() == classes.isPresent()
            && (shape.kind != MatrixKind.SOFTMAX || classes.get().count() == shape.rows);
    if (!fits) {
      throw new IllegalArgumentException(
          "%s with %d classes".formatted(shape, classes.map(Classes::count).orElse(0)));
    }
  }

  /** The weights as what they are, for one thread. */
  public Matrix matrix() {
    return Matrix.of(shape.model(), weights);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MatrixModel model
        && shape.equals(model.shape)
        && Arrays.equals(weights, model.weights)
        && classes.equals(model.classes)
        && features.equals(model.features);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(weights) * 31 + shape.hashCode();
  }

  @Override
  public String toString() {
    return switch (shape.kind) {
      case SOFTMAX ->
          "softmax of %d classes, %d features".formatted(shape.rows, shape.knownFeatures());
      case DML -> "a metric of %d features in %d dimensions".formatted(shape.columns, shape.rows);
      case SPARSE_CODING -> "%d atoms of %d features".formatted(shape.columns, shape.rows);
    };
  }
}
