package io.papilio.core.topology;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The topologies there are: those shipped, and any other on the class path that is annotated as
 * {@link Topology} says.
 */
public final class Topologies {

  private Topologies() {}

  /** All of them, by name. */
  public static List<Topology> all() {
    return ServiceLoader.load(Topology.class, Topologies.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Topology::name))
        .toList();
  }

  /** The one of that name. */
  public static Topology named(String name) {
    List<Topology> candidates = all();
    for (Topology topology : candidates) {
      if (topology.name().equals(name)) {
        return topology;
      }
    }
    String names = candidates.stream().map(Topology::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("no topology '%s'; there are: %s".formatted(name, names));
  }
}
