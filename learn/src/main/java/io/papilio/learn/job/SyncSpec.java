package io.papilio.learn.job;

import static io.papilio.learn.job.TrainingSpec.refuse;

import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategies;
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
 * @param edges of the graph if the strategy is {@code graph:FILE}, as in the file, which is read
 *     when a spec is made without them: workers elsewhere need no file
 */
public record SyncSpec(
    String strategy,
    String consistency,
    double paceMillis,
    int straggler,
    double slowdown,
    String edges) {

  /** What suits the optimizer, all in step. */
  public static final SyncSpec AUTO = new SyncSpec(TrainingSpec.AUTO, "bsp", 0, -1, 1);

  /** Refuses what nobody can spell, and a graph whose file cannot be read. */
  public SyncSpec {
    Consistency.parse(consistency);
    new Pace(Math.round(paceMillis * 1e6), straggler, slowdown);
    if (edges.isEmpty()) {
      edges = edges(strategy);
    }
  }

  /** Describes it, with the edges that a graph has in its file now. */
  public SyncSpec(
      String strategy, String consistency, double paceMillis, int straggler, double slowdown) {
    this(strategy, consistency, paceMillis, straggler, slowdown, "");
  }

  private static String edges(String strategy) {
    try {
      return SyncStrategies.edges(strategy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean isChosen() {
    return !strategy.equals(TrainingSpec.AUTO);
  }

  boolean isUsual() {
    return equals(AUTO);
  }

  /** Returns whether workers are slower than they could be. */
  boolean isSlowed() {
    return paceMillis > 0 || straggler >= 0;
  }

  /** Refuses a straggler whose number is none of the workers. */
  void requireStraggler(int workers) {
    refuse(
        straggler >= workers,
        "straggle names worker %d, but the last of %d workers is %d"
            .formatted(straggler, workers, workers - 1));
  }

  public SyncSpec with(String other) {
    return other.equals(strategy)
        ? this
        : new SyncSpec(other, consistency, paceMillis, straggler, slowdown);
  }

  public SyncSpec withConsistency(String other) {
    return new SyncSpec(strategy, other, paceMillis, straggler, slowdown, edges);
  }

  Sync sync() {
    Pace pace = new Pace(Math.round(paceMillis * 1e6), straggler, slowdown);
    return new Sync(SyncStrategies.parse(strategy, edges), Consistency.parse(consistency), pace);
  }
}
