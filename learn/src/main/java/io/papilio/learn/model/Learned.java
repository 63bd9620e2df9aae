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
 * @param labels as users call them, in the order in which the model knows them; perhaps none
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
  public Learned {
    labels = List.copyOf(labels);
    if (rows < 1 || columns < 1 || weights.length != Math.multiplyExact(rows, columns)) {
      throw new IllegalArgumentException(
          "%d weights for %d x %d".formatted(weights.length, rows, columns));
    }
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
