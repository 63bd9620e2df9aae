package io.papilio.learn.sync;

import io.papilio.core.topology.EdgeList;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.util.Optional;

/**
 * How workers keep together: what they exchange, how far they may drift apart, and, in experiments,
 * how slow they are.
 */
public record Sync(SyncStrategy strategy, Consistency consistency, Pace pace) {
  /** The gradients of all, at every step: all workers have the same weights. */
  public static final Sync ALL_REDUCE = new Sync(new SyncStrategy.AllReduce(), Consistency.BSP);

  /** The factors of all, each to everybody: workers of a matrix model have the same weights. */
  public static final Sync FACTORS = new Sync(new SyncStrategy.Factors(), Consistency.BSP);

  public Sync(SyncStrategy strategy, Consistency consistency) {
    this(strategy, consistency, Pace.FULL);
  }

  public Sync {
    if (consistency.equals(Consistency.BARRIER_ONLY)) {
      throw new IllegalArgumentException(
          consistency + " is for papilio lab, as it loses updates: use bsp");
    }
    strategy.check(consistency);
  }

  /** Returns what a strategy and a consistency, as they are spelled, make together. */
  public static Sync parse(String strategy, String consistency) throws IOException {
    return new Sync(SyncStrategies.parse(strategy), Consistency.parse(consistency));
  }

  /**
   * Whether every step uses what all whom a worker hears from have done in the step before, and
   * evaluations wait for all: bsp, and ssp:0; notify-ack only where all are neighbours of all, as
   * they are through a server, and not along a topology. Those who add up gradients are in step
   * even if sums are late, for they are late on all.
   */
  public boolean isInStep() {
    boolean withAll = strategy.topology().isEmpty();
    return consistency.isBulkSynchronous()
        || withAll && consistency.slack() == 0
        || strategy.exchanged() == SyncStrategy.Exchanged.GRADIENTS;
  }

  /** Returns the same with workers that are slower. */
  public Sync withPace(Pace other) {
    return new Sync(strategy, consistency, other);
  }

  /** Returns how workers keep together who try something: the same, but in step and in haste. */
  public Sync forTrials() {
    return new Sync(strategy, isInStep() ? consistency : Consistency.BSP);
  }

  /** Returns one worker's end of it, which changes the weights, after so many steps. */
  public Averager averager(Communicator comm, float[] weights, long step) {
    return strategy.averager(comm, consistency, weights, step);
  }

  /** Returns what a user should know of how a group does it, if there is anything. */
  public Optional<String> note(Communicator group) {
    return strategy
        .topology()
        .filter(
            t ->
                t instanceof EdgeList graph
                    && SurvivingGraph.hasLost(graph, group.nodes(), group.epoch()))
        .map(
            graph ->
                "%s has lost workers: the other %d go on along %s"
                    .formatted(
                        graph.name(),
                        group.size(),
                        SurvivingGraph.among(graph, group.nodes(), group.epoch())
                                instanceof SurvivingGraph
                            ? "the edges that are left"
                            : "a ring, since the edges that are left do not connect them"));
  }

  /** Returns one worker's clock. */
  public Pace.Clock clock(int rank) {
    return pace.clock(rank);
  }
}
