package io.papilio.learn.sync;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.mix.Consistency;
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
 *   expander, ring, ...     weights with a few neighbours: adapt, then mix
 *   server                  weights of all, through workers that keep a part of them each
 *   none                    nothing
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
  record Mixing(Topology topology, boolean mixesFirst) implements SyncStrategy {
    @Override
    public String toString() {
      return topology.name();
    }
  }

  /** The weights of all workers are averaged, part by part, by the worker that keeps the part. */
  record Server() implements SyncStrategy {
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

  /**
   * One worker's end of it after so many steps, for strategies that average weights, which it may
   * change.
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
      return new ServerAverager(comm, weights.array());
    }
    if (this instanceof None) {
      return Averager.NONE;
    }
    throw new IllegalStateException(this + " averages no weights");
  }

  /** From the spellings above. */
  static SyncStrategy parse(String text) throws IOException {
    String[] parts = text.split(":", 2);
    Optional<String> argument = parts.length == 2 ? Optional.of(parts[1]) : Optional.empty();
    switch (parts[0]) {
      case "none":
        requireNone(text, argument);
        return new None();
      case "server":
        requireNone(text, argument);
        return new Server();
      case "allreduce":
        return new AllReduce(argument.flatMap(SyncStrategy::algorithm));
      case "periodic":
        return periodic(argument.map(some -> some.split(":", 2)).orElse(new String[0]));
      case "graph":
        String file =
            argument.orElseThrow(
                () -> new IllegalArgumentException("graph needs a file: graph:FILE"));
        return new Mixing(EdgeList.parse(file, Files.readString(Path.of(file))), false);
      default:
        requireNone(text, argument);
        return new Mixing(topology(parts[0]), parts[0].equals("butterfly"));
    }
  }

  private static Topology topology(String name) {
    return Topologies.all().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no strategy '%s'; there are: allreduce, periodic, server, none, graph:FILE, %s"
                        .formatted(name, names())));
  }

  private static String names() {
    return Topologies.all().stream().map(Topology::name).collect(Collectors.joining(", "));
  }

  private static void requireNone(String text, Optional<String> argument) {
    if (argument.isPresent()) {
      throw new IllegalArgumentException("'" + text + "': nothing comes after the colon here");
    }
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
