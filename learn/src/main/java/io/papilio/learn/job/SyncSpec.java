package io.papilio.learn.job;

import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * How workers keep together.
 *
 * @param strategy as {@link SyncStrategy} spells it; {@link TrainingSpec#AUTO}: what suits the
 *     optimizer
 * @param consistency as {@link Consistency} spells it
 * @param paceMillis for experiments: the least that the computing of a step takes
 * @param straggler for experiments: the worker that is slow; −1: none
 * @param slowdown how many times as long its steps take
 */
public record SyncSpec(
    String strategy, String consistency, double paceMillis, int straggler, double slowdown) {

  /** What suits the optimizer, all in step. */
  public static final SyncSpec AUTO = new SyncSpec(TrainingSpec.AUTO, "bsp", 0, -1, 1);

  /** Refuses what nobody can spell. */
  public SyncSpec {
    Consistency.parse(consistency);
    new Pace(Math.round(paceMillis * 1e6), straggler, slowdown);
  }

  /** Returns whether somebody chose a strategy. */
  public boolean isChosen() {
    return !strategy.equals(TrainingSpec.AUTO);
  }

  /** Returns whether all is as if nobody had said anything. */
  boolean isUsual() {
    return equals(AUTO);
  }

  /** Returns the same with a strategy. */
  SyncSpec with(String other) {
    return new SyncSpec(other, consistency, paceMillis, straggler, slowdown);
  }

  /** Returns what it means. */
  Sync sync() {
    try {
      return Sync.parse(strategy, consistency)
          .withPace(new Pace(Math.round(paceMillis * 1e6), straggler, slowdown));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
