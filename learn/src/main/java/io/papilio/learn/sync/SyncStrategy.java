package io.papilio.learn.sync;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What workers exchange at every step, and with whom.
 *
 * <pre>
 *   allreduce[:algorithm]   gradients of all: every worker has the same weights
 *   periodic[:k[:alg.]]     weights of all, every k steps (⌈log2 N⌉ unless said)
 *   butterfly               weights with one partner: mix, then adapt
 *   expander, ring, ...     weights with a few neighbours: adapt, then mix; graph:FILE too
 *   server                  through workers that keep a part of the weights each
 *   none                    nothing
 *
 *   for matrix models alone:
 *   factors[:topology]      the pairs (u, v) of all, each to everybody, along a topology: complete
 *                           unless said
 *   full-matrix             gradient matrices of all, as allreduce
 *   auto                    factors on the complete graph, or full-matrix, whole or its entries:
 *                           whichever is priced cheapest
 * </pre>
 */
public sealed interface SyncStrategy {

  /** The gradients of all workers are added up. */
  record AllReduce(Optional<Algorithm> algorithm) implements SyncStrategy {
    @Override
    public String toString() {
      return "allreduce" + algorithm.map(one -> ":" + one.name()).orElse("");
    }
  }

  /** The weights of all workers are averaged every so many steps; 0: ⌈log2 N⌉. */
  record Periodic(int steps, Optional<Algorithm> algorithm) implements SyncStrategy {
    @Override
    public String toString() {
      return "periodic"
          + (steps == 0 ? "" : ":" + steps)
          + algorithm.map(one -> ":" + one.name()).orElse("");
    }

    int stepsOf(int workers) {
      return steps > 0 ? steps : Math.max(1, 32 - Integer.numberOfLeadingZeros(workers - 1));
    }
  }

  /** Weights are averaged with those of neighbours. */
  record Mixing(Topology along, boolean mixesFirst) implements SyncStrategy {
    @Override
    public void check(Consistency consistency) {}

    @Override
    public Optional<Topology> topology() {
      return Optional.of(along);
    }

    @Override
    public String toString() {
      return along.name();
    }
  }

  /** The weights are kept by the workers, a part by each. */
  record Server() implements SyncStrategy {
    @Override
    public void check(Consistency consistency) {}

    @Override
    public String toString() {
      return "server";
    }
  }

  /** Everybody learns alone. */
  record None() implements SyncStrategy {
    @Override
    public String toString() {
      return "none";
    }
  }

  /** Factors go to everybody, along a topology. */
  record Factors(Topology along) implements SyncStrategy {
    @Override
    public void check(Consistency consistency) {
      if (consistency.equals(Consistency.NOTIFY_ACK)) {
        throw new IllegalArgumentException(
            "factors go with bsp, ssp:S or asp, not with notify-ack: there is nobody to wait for"
                + " but all, use bsp");
      }
    }

    @Override
    public boolean isForMatrices() {
      return true;
    }

    @Override
    public Optional<Topology> topology() {
      return Optional.of(along);
    }

    @Override
    public String toString() {
      return "factors:" + along.name();
    }
  }

  /** The gradient matrices of all workers are added up, or their entries that are not zero. */
  record FullMatrix(boolean sparse) implements SyncStrategy {
    @Override
    public boolean isForMatrices() {
      return true;
    }

    @Override
    public String toString() {
      return sparse ? "full-matrix, sparse" : "full-matrix";
    }
  }

  /** Factors or matrices, whichever is priced cheapest. */
  record Auto() implements SyncStrategy {
    @Override
    public boolean isForMatrices() {
      return true;
    }

    @Override
    public String toString() {
      return "auto";
    }
  }

  /** Returns the strategy that sends factors to everybody, each directly. */
  static SyncStrategy factors() {
    return new Factors(Topologies.named("complete"));
  }

  /**
   * Checks that workers may drift apart in such a way.
   *
   * @throws IllegalArgumentException if not; it says what to use instead
   */
  default void check(Consistency consistency) {
    if (!consistency.equals(Consistency.BSP)) {
      throw new IllegalArgumentException(
          ("%s goes with bsp only, not with %s: who works with all waits for all. Topologies such"
                  + " as expander let workers drift apart, and so do server and factors")
              .formatted(this, consistency));
    }
  }

  /** Whether only models that have factors can use it. */
  default boolean isForMatrices() {
    return false;
  }

  /** Returns the topology that it goes along, if it does. */
  default Optional<Topology> topology() {
    return Optional.empty();
  }

  /** Returns the topology that a group goes along: another one if a graph has lost workers. */
  default Optional<Topology> topology(Communicator group) {
    return topology().map(topology -> SurvivingGraph.among(topology, group.nodes(), group.epoch()));
  }

  /**
   * Returns one worker's end of it after so many steps, for strategies that average weights, which
   * it may change.
   */
  default Averager averager(
      Communicator comm, Consistency consistency, Weights weights, long step) {
    if (this instanceof Mixing mixing) {
      return new MixingAverager(comm, mixing, consistency, weights, step);
    }
    if (this instanceof Periodic periodic) {
      return new PeriodicAverager(comm, periodic, weights.array(), step);
    }
    if (this instanceof Server) {
      return consistency.slack() == 0
          ? new ServerAverager(comm, weights.array())
          : new LooseServerAverager(comm, consistency, weights.array());
    }
    if (this instanceof None) {
      return Averager.NONE;
    }
    throw new IllegalStateException(this + " averages no weights");
  }

  /** Reads the spellings above. */
  static SyncStrategy parse(String text) throws IOException {
    String[] parts = text.split(":", 2);
    Optional<String> argument = parts.length == 2 ? Optional.of(parts[1]) : Optional.empty();
    return switch (parts[0]) {
      case "none" -> alone(text, argument, new None());
      case "server" -> alone(text, argument, new Server());
      case "full-matrix" -> alone(text, argument, new FullMatrix(false));
      case "auto" -> alone(text, argument, new Auto());
      case "allreduce" -> new AllReduce(argument.flatMap(SyncStrategy::algorithm));
      case "periodic" -> periodic(argument.map(some -> some.split(":", 2)).orElse(new String[0]));
      case "factors" -> argument.isPresent() ? new Factors(topology(argument.get())) : factors();
      default -> new Mixing(topology(text), text.equals("butterfly"));
    };
  }

  private static Topology topology(String text) throws IOException {
    if (text.equals("graph") || text.startsWith("graph:")) {
      String file = text.substring(Math.min(text.length(), "graph:".length()));
      if (file.isEmpty()) {
        throw new IllegalArgumentException("graph needs a file: graph:FILE");
      }
      return EdgeList.parse(file, Files.readString(Path.of(file)));
    }
    return Topologies.all().stream()
        .filter(one -> one.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    ("no strategy '%s'; there are: allreduce, periodic, server, none, graph:FILE,"
                            + " %s; and for matrix models factors, full-matrix, auto")
                        .formatted(text, names())));
  }

  private static String names() {
    return Topologies.all().stream().map(Topology::name).collect(Collectors.joining(", "));
  }

  private static SyncStrategy alone(String text, Optional<String> argument, SyncStrategy strategy) {
    if (argument.isPresent()) {
      throw new IllegalArgumentException("'" + text + "': nothing comes after the colon here");
    }
    return strategy;
  }

  private static Optional<Algorithm> algorithm(String name) {
    return name.equals("auto")
        ? Optional.empty()
        : Optional.of(Algorithms.named(Collective.Kind.ALL_REDUCE, name));
  }

  private static Periodic periodic(String[] arguments) {
    return new Periodic(
        arguments.length > 0 ? steps(arguments[0]) : 0,
        arguments.length > 1 ? algorithm(arguments[1]) : Optional.empty());
  }

  private static int steps(String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException("periodic:" + text + ": every how many steps?");
    }
    return Integer.parseInt(text);
  }
}
