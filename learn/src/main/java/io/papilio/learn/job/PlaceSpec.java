package io.papilio.learn.job;

import static io.papilio.learn.job.TrainingSpec.refuse;

import java.util.OptionalInt;

/**
 * Where a training runs.
 *
 * @param launch what workers are
 * @param workers how many there are; 0: as many as cores
 * @param threads of each worker; 0: the cores of a host, divided by its workers
 * @param onFailure what happens when a worker is lost
 * @param calibrate whether links are measured first, so that algorithms suit them
 */
public record PlaceSpec(
    Launch launch, int workers, int threads, FailurePolicy onFailure, boolean calibrate) {
  private static final int MOST_WORKERS = 256;

  /** As many threads as cores. */
  public static final PlaceSpec THREADS =
      new PlaceSpec(Launch.THREADS, 0, 0, FailurePolicy.ABORT, false);

  /** What workers are. */
  public enum Launch {
    /** Threads of this JVM. */
    THREADS,
    /** Processes of this machine, which this one starts. */
    PROCESSES,
    /** Processes of several machines, which meet at a rendezvous. */
    HOSTS,
    /** Tasks of Spark. */
    SPARK
  }

  /** What happens when a worker is lost. */
  public enum FailurePolicy {
    /** The training fails. */
    ABORT,
    /** The others go on. */
    SHRINK
  }

  /** Refuses numbers that no machine has. */
  public PlaceSpec {
    refuse(
        workers < 0 || workers > MOST_WORKERS,
        "cannot train with %d workers, only with 1 to %d".formatted(workers, MOST_WORKERS));
    refuse(threads < 0, "threads must be 1 or more, not " + threads);
  }

  int workersOrCores() {
    return workers > 0 ? workers : Runtime.getRuntime().availableProcessors();
  }

  /** Returns whether workers are of this machine, so that its files and cores are theirs. */
  boolean isHere() {
    return launch == Launch.THREADS || launch == Launch.PROCESSES;
  }

  /**
   * Returns the number of workers, if it is known before they meet: a rendezvous or Spark says how
   * many there are.
   */
  OptionalInt knownWorkers() {
    boolean isKnown = workers > 0 || isHere();
    return isKnown ? OptionalInt.of(workersOrCores()) : OptionalInt.empty();
  }

  /** Returns whether there is certainly one worker only. */
  boolean isAlone() {
    return knownWorkers().equals(OptionalInt.of(1));
  }

  public PlaceSpec withLaunch(Launch other) {
    return new PlaceSpec(other, workers, threads, onFailure, calibrate);
  }

  public PlaceSpec withWorkers(int count) {
    return new PlaceSpec(launch, count, threads, onFailure, calibrate);
  }

  public PlaceSpec withOnFailure(FailurePolicy other) {
    return new PlaceSpec(launch, workers, threads, other, calibrate);
  }

  boolean shrinks() {
    return onFailure == FailurePolicy.SHRINK;
  }
}
