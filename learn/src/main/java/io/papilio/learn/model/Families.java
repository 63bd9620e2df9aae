package io.papilio.learn.model;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the {@link ModelFamily}s of the class path. */
public final class Families {

  private Families() {}

  /** Returns all families by name. */
  public static List<ModelFamily> all() {
    return ServiceLoader.load(ModelFamily.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(ModelFamily::name))
        .toList();
  }

  /**
   * Returns the family of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ModelFamily named(String name) {
    return all().stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no model family '%s'; there are: %s"
                        .formatted(
                            name,
                            String.join(", ", all().stream().map(ModelFamily::name).toList()))));
  }
}
