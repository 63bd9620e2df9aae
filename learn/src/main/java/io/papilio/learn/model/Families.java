package io.papilio.learn.model;

import io.papilio.learn.setting.Services;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the {@link ModelFamily}s of the class path. */
public final class Families {
  private static final Services<ModelFamily> ALL =
      Services.of(ModelFamily.class, ModelFamily::name);

  private Families() {}

  public static List<ModelFamily> all() {
    return ALL.all();
  }

  public static ModelFamily named(String name) {
    for (ModelFamily family : all()) {
      if (family.name().equals(name)) {
        return family;
      }
    }
    String names = all().stream().map(ModelFamily::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "no model family '%s'; there are: %s".formatted(name, names));
  }
}
