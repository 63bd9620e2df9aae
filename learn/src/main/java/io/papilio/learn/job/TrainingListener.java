package io.papilio.learn.job;

import io.papilio.learn.job.TrainingResult.Point;

/**
 * Hears how a training goes on: from its leading worker, and from other workers nothing. It is
 * called by one thread at a time, not always the same one, and should be quick.
 */
public interface TrainingListener {
  /** Hears nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /** Hears of a new point of the curve. */
  default void onPoint(Point point) {}

  /** Hears that a training goes on from where it had so many points of its curve. */
  default void onResume(int points) {}

  /** Hears of something that the user should know, in a sentence. */
  default void onNote(String note) {}

  /**
   * Returns whether the training shall end without a result. Every worker of this JVM asks at each
   * block of rows that it loads, at each evaluation, and before each pass over the rows of an
   * optimizer that evaluates rarely; of processes, the one that has started them asks ten times a
   * second.
   */
  default boolean isCancelled() {
    return false;
  }
}
