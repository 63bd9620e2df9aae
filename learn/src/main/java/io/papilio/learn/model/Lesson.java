package io.papilio.learn.model;

import io.papilio.learn.data.Census;
import io.papilio.learn.data.Features;
import io.papilio.learn.setting.Settings;
import java.util.Optional;

/** What a model family has to know before the first step. It is the same on all workers. */
public record Lesson(
    Settings settings, Census census, Features features, long seed, Optional<Model> from) {
  /**
   * Returns the model to begin with, if there is one.
   *
   * @throws IllegalArgumentException if it is of another family, or of other features
   */
  public Optional<Learned> from(String family) {
    from.map(Model::learned)
        .ifPresent(
            before -> {
              if (!before.family().equals(family)) {
                throw new IllegalArgumentException(
                    "the model to begin with is of the family %s, not %s"
                        .formatted(before.family(), family));
              }
              if (!before.features().learned().agreesWith(features.learned())) {
                throw new IllegalArgumentException(
                    "the model to begin with has other bits, interactions, columns or"
                        + " names of features than the data");
              }
            });
    return from.map(Model::learned);
  }
}
