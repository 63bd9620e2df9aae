package io.papilio.learn.sync;

import io.papilio.core.schedule.Algorithm;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.mix.Consistency;
import java.util.Optional;

/**
 * How workers keep together: what they exchange, how far they may drift apart, and, in experiments,
 * how slow they are.
 */
public record Sync(SyncStrategy strategy, Consistency consistency, Pace pace) {
  /** The gradients of all, at every step: all workers have the same weights. */
  public static final Sync ALL_REDUCE =
      new Sync(new SyncStrategy.AllReduce(Optional.empty()), new Consistency.Bsp());

  public Sync(SyncStrategy strategy, Consistency consistency) {
    this(strategy, consistency, Pace.FULL);
  }

  public Sync {
    if (consistency instanceof Consistency.BarrierOnly) {
      throw new IllegalArgumentException(consistency + " is for papilio lab: it loses updates");
    }
    boolean mixes = strategy instanceof SyncStrategy.Mixing;
    if (!mixes && !(consistency instanceof Consistency.Bsp)) {
      throw new IllegalArgumentException(
          "%s goes with bsp only, not with %s: who works with all waits for all"
              .formatted(strategy, consistency));
    }
  }

  /** Whether all workers have the same weights at every step. */
  public boolean isComplete() {
    return strategy instanceof SyncStrategy.AllReduce;
  }

  /** Whether nobody begins a step before all have ended the last. */
  public boolean isInStep() {
    return consistency instanceof Consistency.Bsp;
  }

  /** The same with workers that are slower. */
  public Sync withPace(Pace other) {
    return new Sync(strategy, consistency, other);
  }

  /** One worker's end of it, if weights are averaged: it may change them. After so many steps. */
  public Averager averager(Communicator comm, Weights weights, long step) {
    return strategy.averager(comm, consistency, weights, step);
  }

  /** One worker's clock. */
  public Pace.Clock clock(int rank) {
    return pace.clock(rank);
  }

  /** The algorithm that adds up gradients; none: whichever is cheapest. */
  public Optional<Algorithm> algorithm() {
    return strategy instanceof SyncStrategy.AllReduce all ? all.algorithm() : Optional.empty();
  }
}
