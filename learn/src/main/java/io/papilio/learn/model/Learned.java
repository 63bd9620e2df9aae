package io.papilio.learn.model;

import io.papilio.learn.data.Features;
import io.papilio.learn.setting.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * All there is to know of a model, whatever family it is of: what a {@link ModelFile} holds.
 *
 * @param family the name of its {@link ModelFamily}
 * @param settings those that the model depends on after its training, such as its loss
 * @param features how features were made of what was read
 * @param labels as users call them, in the order in which the model knows them; perhaps none
 * @param rows of the matrix of weights; 1 for a vector
 * @param columns of the matrix of weights
 * @param weights column by column; not to be changed
 */
public record Learned(
    String family,
    Settings settings,
    Features features,
    List<Float> labels,
    int rows,
    int columns,
    float[] weights) {

  /** Refuses weights that are not a matrix of this size. */
  public Learned {
    labels = List.copyOf(labels);
    if (rows < 1 || columns < 1 || weights.length != Math.multiplyExact(rows, columns)) {
      throw new IllegalArgumentException(
          "%d weights for %d x %d".formatted(weights.length, rows, columns));
    }
  }

  /** Returns the same with features that were made in another way. */
  public Learned with(Features others) {
    return new Learned(family, settings, others, labels, rows, columns, weights);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Learned learned
        && family.equals(learned.family)
        && settings.equals(learned.settings)
        && features.equals(learned.features)
        && labels.equals(learned.labels)
        && rows == learned.rows
        && columns == learned.columns
        && Arrays.equals(weights, learned.weights);
  }

  @Override
  public int hashCode() {
    return 31 * family.hashCode() + Arrays.hashCode(weights);
  }

  @Override
  public String toString() {
    return "%s of %d x %d weights".formatted(family, rows, columns);
  }
}
