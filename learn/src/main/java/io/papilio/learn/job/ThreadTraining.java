package io.papilio.learn.job;

import io.papilio.runtime.cluster.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;

/** Trains on threads of this JVM. */
public final class ThreadTraining {

  private ThreadTraining() {}

  /**
   * Trains on what the spec names.
   *
   * @throws IllegalArgumentException if something does not go together, or cannot be learned from
   */
  public static TrainingResult run(TrainingSpec spec, TrainingListener listener)
      throws IOException {
    return run(spec, TrainingData.of(spec), listener);
  }

  /** Trains on rows that are given. */
  public static TrainingResult run(TrainingSpec spec, TrainingData data, TrainingListener listener)
      throws IOException {
    spec.check();
    AtomicReference<TrainingResult> result = new AtomicReference<>();
    TrainingJob job = new TrainingJob(spec, data, listener);
    try {
      LocalCluster.run(
          spec.place().workersOrCores(), comm -> job.run(comm, 0).ifPresent(result::set));
    } catch (IllegalStateException e) { // a worker may throw what LocalCluster does not declare
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw e;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return result.get();
  }
}
