package io.papilio.core.algorithm;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.ScheduleVerifier;
import io.papilio.core.schedule.Segmented;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The algorithms there are: those shipped, and any other on the class path that is annotated as
 * {@link Algorithm} says.
 */
public final class Algorithms {

  private static final List<Algorithm> ALL =
      ServiceLoader.load(Algorithm.class, Algorithms.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .sorted(
              Comparator.comparing((Algorithm algorithm) -> algorithm.collective().kind())
                  .thenComparing(Algorithm::name))
          .toList();

  private Algorithms() {}

  /** All of them, by collective, then by name. */
  public static List<Algorithm> all() {
    return ALL;
  }

  /**
   * Refuses an algorithm of somebody else's that is wrong among {@code size} ranks. Those shipped
   * are proved by our tests.
   */
  public static void prove(Algorithm algorithm, int size) {
    if (algorithm instanceof Segmented segmented) {
      prove(segmented.base(), size);
      return;
    }
    if (!algorithm.getClass().getPackageName().equals(Algorithms.class.getPackageName())) {
      ScheduleVerifier.verify(algorithm, size, 2 * size + 1);
    }
  }

  /** Those that do an operation; rooted ones have root 0. */
  public static List<Algorithm> of(Collective.Kind kind) {
    return all().stream().filter(algorithm -> algorithm.collective().kind() == kind).toList();
  }

  /** The one of that name; {@code ring/4096} is one in segments of that many elements. */
  public static Algorithm named(Collective.Kind kind, String name) {
    if (name.matches(".+/[1-9]\\d{0,8}")) {
      int slash = name.lastIndexOf('/');
      int segment = Integer.parseInt(name.substring(slash + 1));
      return new Segmented(named(kind, name.substring(0, slash)), segment);
    }
    List<Algorithm> candidates = of(kind);
    for (Algorithm algorithm : candidates) {
      if (algorithm.name().equals(name)) {
        return algorithm;
      }
    }
    String names = candidates.stream().map(Algorithm::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "no %s algorithm '%s'; there are: %s".formatted(kind, name, names));
  }
}
