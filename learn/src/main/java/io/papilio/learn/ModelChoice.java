package io.papilio.learn;

import io.papilio.learn.setting.Settings;

/** A model family by its name, and what it is told. Immutable. */
public class ModelChoice {
  private final String family;
  private final Settings settings;

  ModelChoice(String family, Settings settings) {
    this.family = family;
    this.settings = settings;
  }

  /** Returns a family of the class path, such as {@code softmax}, {@code dml} or one's own. */
  public static ModelChoice of(String family) {
    return new ModelChoice(family, Settings.NONE);
  }

  /** Returns the same, told something more, such as {@code l2}. */
  public ModelChoice set(String name, Object value) {
    return new ModelChoice(family, settings.with(name, value));
  }

  final String family() {
    return family;
  }

  final Settings settings() {
    return settings;
  }
}
