package io.papilio.learn.job;

import io.papilio.learn.job.TrainingResult.Point;

/** Hears how a training goes on. It is called by one thread at a time, and should be quick. */
public interface TrainingListener {
  /** Hears nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /** Hears of a new point of the curve. */
  default void onPoint(Point point) {}

  /** Hears that a training goes on from where it had so many points of its curve. */
  default void onResume(int points) {}

  /** Hears of something that the user should know, in a sentence. */
  default void onNote(String note) {}

  /** Returns whether the training shall end without a result. It is asked now and then. */
  default boolean isCancelled() {
    return false;
  }
}
