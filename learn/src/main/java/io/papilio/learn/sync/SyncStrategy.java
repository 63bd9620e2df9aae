package io.papilio.learn.sync;

import com.google.auto.service.AutoService;
import io.papilio.core.price.StepPricer;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import java.util.Optional;
import java.util.OptionalLong;

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
 *
 * To add one, write one class with a public constructor without arguments and annotate it with
 * {@code @AutoService(SyncStrategy.class)}: with its jar on the class path {@code --sync} knows its
 * name. One that averages weights has nothing more to say than how: {@link #averager}. Those who
 * exchange something else choose from {@link Exchanged}. Topologies are strategies by themselves.
 */
public interface SyncStrategy {

  /** What workers hand to each other. */
  enum Exchanged {
    /** Nothing: each learns alone. */
    NOTHING,
    /** Weights, as an {@link Averager} does it. */
    WEIGHTS,
    /**
     * Weights; but gradients of a matrix go to the worker that keeps that part of it, which takes
     * the step there, if workers are in step.
     */
    PARTS,
    /** Gradients, which are added up. */
    GRADIENTS,
    /** Gradients of matrix models, which are added up. */
    MATRICES,
    /** The entries of such gradients that are not zero, which are added up. */
    ENTRIES,
    /** Pairs (u, v) of matrix models, of which everybody gets all. */
    FACTORS,
    /** Factors, matrices or entries: whichever is priced cheapest. */
    CHEAPEST
  }

  /** The gradients of all workers are added up. */
  @AutoService(SyncStrategy.class)
  record AllReduce(Optional<Algorithm> algorithm) implements SyncStrategy {
    public AllReduce() {
      this(Optional.empty());
    }

    @Override
    public String name() {
      return "allreduce";
    }

    @Override
    public SyncStrategy with(String argument) {
      return new AllReduce(SyncStrategies.algorithm(argument));
    }

    /** Sums may be a step late, on all workers alike. */
    @Override
    public void check(Consistency consistency) {
      if (consistency.overwrites() || consistency.equals(Consistency.NOTIFY_ACK)) {
        throw new IllegalArgumentException(
            "%s goes with bsp or ssp:S, not with %s: all workers add up the same gradients"
                .formatted(spelling(), consistency));
      }
    }

    @Override
    public Exchanged exchanged() {
      return Exchanged.GRADIENTS;
    }

    @Override
    public double nanos(StepPricer pricer, OptionalLong entries) {
      double dense = pricer.allReduce(algorithm);
      return algorithm.isPresent() || entries.isEmpty()
          ? dense
          : Math.min(dense, pricer.entries(entries.getAsLong()));
    }

    @Override
    public String spelling() {
      return name() + algorithm.map(one -> ":" + one.name()).orElse("");
    }
  }

  /** The weights of all workers are averaged every so many steps; 0: ⌈log2 N⌉. */
  @AutoService(SyncStrategy.class)
  record Periodic(int steps, Optional<Algorithm> algorithm) implements SyncStrategy {
    public Periodic() {
      this(0, Optional.empty());
    }

    @Override
    public String name() {
      return "periodic";
    }

    @Override
    public SyncStrategy with(String argument) {
      String[] parts = argument.split(":", 2);
      if (!parts[0].matches("[1-9]\\d{0,8}")) {
        throw new IllegalArgumentException("periodic:" + parts[0] + ": every how many steps?");
      }
      return new Periodic(
          Integer.parseInt(parts[0]),
          parts.length > 1 ? SyncStrategies.algorithm(parts[1]) : Optional.empty());
    }

    int stepsOf(int workers) {
      return steps > 0 ? steps : Math.max(1, 32 - Integer.numberOfLeadingZeros(workers - 1));
    }

    @Override
    public Averager averager(Communicator comm, Consistency how, float[] weights, long step) {
      return new PeriodicAverager(comm, this, weights);
    }

    @Override
    public double nanos(StepPricer pricer, OptionalLong entries) {
      return pricer.allReduce(algorithm) / stepsOf(pricer.workers());
    }

    @Override
    public String spelling() {
      return name()
          + (steps == 0 ? "" : ":" + steps)
          + algorithm.map(one -> ":" + one.name()).orElse("");
    }
  }

  /** Weights are averaged with those of neighbours. */
  record Mixing(Topology along, boolean mixesFirst) implements SyncStrategy {
    @Override
    public String name() {
      return along.name();
    }

    @Override
    public void check(Consistency consistency) {}

    @Override
    public Optional<Topology> topology() {
      return Optional.of(along);
    }

    @Override
    public Averager averager(Communicator comm, Consistency how, float[] weights, long step) {
      return MixingAverager.of(comm, this, how, weights, step);
    }

    @Override
    public double nanos(StepPricer pricer, OptionalLong entries) {
      return pricer.mixing(along);
    }
  }

  /** The weights are kept by the workers, a part by each. */
  @AutoService(SyncStrategy.class)
  record Server() implements SyncStrategy {
    @Override
    public String name() {
      return "server";
    }

    @Override
    public void check(Consistency consistency) {}

    @Override
    public Exchanged exchanged() {
      return Exchanged.PARTS;
    }

    @Override
    public Averager averager(Communicator comm, Consistency how, float[] weights, long step) {
      return how.slack() == 0
          ? new ServerAverager(comm, weights)
          : new LooseServerAverager(comm, how, weights);
    }

    @Override
    public double nanos(StepPricer pricer, OptionalLong entries) {
      return pricer.throughServers();
    }
  }

  /** Everybody learns alone. */
  @AutoService(SyncStrategy.class)
  record None() implements SyncStrategy {
    @Override
    public String name() {
      return "none";
    }

    @Override
    public Exchanged exchanged() {
      return Exchanged.NOTHING;
    }

    @Override
    public Averager averager(Communicator comm, Consistency how, float[] weights, long step) {
      return Averager.NONE;
    }

    @Override
    public double nanos(StepPricer pricer, OptionalLong entries) {
      return 0;
    }
  }

  /** Factors go to everybody, along a topology. */
  @AutoService(SyncStrategy.class)
  record Factors(Topology along) implements SyncStrategy {
    public Factors() {
      this(Topologies.named("complete"));
    }

    @Override
    public String name() {
      return "factors";
    }

    @Override
    public SyncStrategy with(String argument) {
      return new Factors(SyncStrategies.topology(argument));
    }

    @Override
    public void check(Consistency consistency) {
      if (consistency.equals(Consistency.NOTIFY_ACK)) {
        throw new IllegalArgumentException(
            "factors go with bsp, ssp:S or asp, not with notify-ack: there is nobody to wait for"
                + " but all, use bsp");
      }
    }

    @Override
    public Exchanged exchanged() {
      return Exchanged.FACTORS;
    }

    @Override
    public Optional<Topology> topology() {
      return Optional.of(along);
    }

    @Override
    public String spelling() {
      return "factors:" + along.name();
    }
  }

  /** The gradient matrices of all workers are added up, or their entries that are not zero. */
  @AutoService(SyncStrategy.class)
  record FullMatrix(boolean sparse) implements SyncStrategy {
    public FullMatrix() {
      this(false);
    }

    @Override
    public String name() {
      return "full-matrix";
    }

    @Override
    public Exchanged exchanged() {
      return sparse ? Exchanged.ENTRIES : Exchanged.MATRICES;
    }
  }

  /** Factors or matrices, whichever is priced cheapest. */
  @AutoService(SyncStrategy.class)
  record Auto() implements SyncStrategy {
    @Override
    public String name() {
      return "auto";
    }

    @Override
    public Exchanged exchanged() {
      return Exchanged.CHEAPEST;
    }
  }

  /** Returns the name by which users call it, unique among strategies and topologies. */
  String name();

  /** Returns what users write to get it: its name, perhaps with a colon and what is behind it. */
  default String spelling() {
    return name();
  }

  /**
   * Returns the same with what users have said behind its name and a colon.
   *
   * @throws IllegalArgumentException if that means nothing
   */
  default SyncStrategy with(String argument) {
    throw new IllegalArgumentException(
        "'%s:%s': nothing comes after the colon here".formatted(name(), argument));
  }

  /**
   * Checks that workers may drift apart in such a way.
   *
   * @throws IllegalArgumentException if not; it says what to use instead
   */
  default void check(Consistency consistency) {
    if (!consistency.isBulkSynchronous()) {
      throw new IllegalArgumentException(
          ("%s goes with bsp only, not with %s, because every worker waits for all others: use"
                  + " server, factors, or a topology such as expander")
              .formatted(spelling(), consistency));
    }
  }

  /** Returns what workers hand to each other. */
  default Exchanged exchanged() {
    return Exchanged.WEIGHTS;
  }

  /** Returns whether only models that have factors can use it. */
  default boolean isForMatrices() {
    return switch (exchanged()) {
      case NOTHING, WEIGHTS, PARTS, GRADIENTS -> false;
      case MATRICES, ENTRIES, FACTORS, CHEAPEST -> true;
    };
  }

  /** Returns the algorithm that was asked for by which all workers sum, if one was. */
  default Optional<Algorithm> algorithm() {
    return Optional.empty();
  }

  /** Returns the topology that it goes along, if it does not take all workers at once. */
  default Optional<Topology> topology() {
    return Optional.empty();
  }

  /** Returns the topology that a group goes along: another one if a graph has lost workers. */
  default Optional<Topology> topology(Communicator group) {
    return topology().map(topology -> SurvivingGraph.among(topology, group.nodes(), group.epoch()));
  }

  /**
   * Returns one worker's end of it after so many steps, for strategies that average weights, which
   * it may change. All workers call it together.
   */
  default Averager averager(Communicator comm, Consistency how, float[] weights, long step) {
    throw new IllegalStateException(spelling() + " averages no weights");
  }

  /**
   * Returns what it should add to a step of a linear model, in nanoseconds; not a number if nobody
   * knows.
   *
   * @param entries of the gradients of all workers together, if that is known
   */
  default double nanos(StepPricer pricer, OptionalLong entries) {
    return Double.NaN;
  }
}
