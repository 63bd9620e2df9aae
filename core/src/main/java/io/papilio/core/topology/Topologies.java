package io.papilio.core.topology;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

  /** Whether each rank has one partner at a time, and both have the same mean afterwards. */
  public static boolean isInPairs(Topology topology, int size) {
    return size > 1
        && IntStream.range(0, topology.period(size))
            .allMatch(
                iteration ->
                    IntStream.range(0, size)
                        .allMatch(rank -> hasPartner(topology, rank, size, iteration)));
  }

  private static boolean hasPartner(Topology topology, int rank, int size, int iteration) {
    int[] partner = topology.sendTo(rank, size, iteration);
    if (partner.length != 1) {
      return false;
    }
    int[] back = topology.sendTo(partner[0], size, iteration);
    return back.length == 1
        && back[0] == rank
        && topology.share(partner[0], rank, size, iteration) == 0.5;
  }
}
