package io.papilio.learn.model;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the {@link ModelFamily}s of the class path. */
public final class Families {
  private Families() {}

  public static List<ModelFamily> all() {
    return ServiceLoader.load(ModelFamily.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(ModelFamily::name))
        .toList();
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
