package io.papilio.learn.sync;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Finds the {@link SyncStrategy}s of the class path. */
public final class SyncStrategies {
  private static final String GRAPH = "graph:";
  private static final String FACTORS = "factors:";

  private SyncStrategies() {}

  /**
   * Returns the strategy that is spelled so, as {@link SyncStrategy} says; the edges of a graph are
   * read from its file.
   *
   * @throws IllegalArgumentException if there is none; it says which there are
   */
  public static SyncStrategy parse(String text) throws IOException {
    return parse(text, edges(text));
  }

  /**
   * Returns the strategy that is spelled so.
   *
   * @param edges of a graph, as they are in its file, which need not be here
   * @throws IllegalArgumentException if there is none; it says which there are
   */
  public static SyncStrategy parse(String text, String edges) {
    String file = graphFile(text);
    if (!file.isEmpty()) {
      EdgeList graph = EdgeList.parse(file, edges);
      return text.startsWith(FACTORS)
          ? new SyncStrategy.Factors(graph)
          : new SyncStrategy.Mixing(graph, false);
    }
    String[] parts = text.split(":", 2);
    for (SyncStrategy strategy : all()) {
      if (strategy.name().equals(parts[0])) {
        return parts.length == 2 ? strategy.with(parts[1]) : strategy;
      }
    }
    return new SyncStrategy.Mixing(topology(text), text.equals("butterfly"));
  }

  /** Returns what is in the file of a graph; nothing if the strategy goes along none. */
  public static String edges(String text) throws IOException {
    String file = graphFile(text);
    return file.isEmpty() ? "" : Files.readString(Path.of(file));
  }

  private static String graphFile(String text) {
    String topology = text.startsWith(FACTORS) ? text.substring(FACTORS.length()) : text;
    return topology.startsWith(GRAPH) ? topology.substring(GRAPH.length()) : "";
  }

  /** Returns the strategies of the class path that are no topologies, by name. */
  private static List<SyncStrategy> all() {
    return ServiceLoader.load(SyncStrategy.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(SyncStrategy::name))
        .toList();
  }

  static Topology topology(String text) {
    if (text.equals("graph") || text.equals(GRAPH)) {
      throw new IllegalArgumentException("graph needs a file: graph:FILE");
    }
    return Topologies.all().stream()
        .filter(one -> one.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no strategy '%s'; there are: %s, graph:FILE, %s; and for matrix models %s"
                        .formatted(
                            text,
                            names(false),
                            String.join(
                                ", ", Topologies.all().stream().map(Topology::name).toList()),
                            names(true))));
  }

  private static String names(boolean forMatrices) {
    Stream<SyncStrategy> some = all().stream().filter(s -> s.isForMatrices() == forMatrices);
    return String.join(", ", some.map(SyncStrategy::name).toList());
  }

  static Optional<Algorithm> algorithm(String name) {
    return name.equals("auto")
        ? Optional.empty()
        : Optional.of(Algorithms.named(Collective.Kind.ALL_REDUCE, name));
  }
}
