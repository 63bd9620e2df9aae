package io.papilio.learn.sync;

import io.papilio.runtime.mixing.MixCounts;

/** One worker's end of averaging weights, called at every step. */
public interface Averager extends AutoCloseable {
  /** Leaves all weights alone. */
  Averager NONE = new Averager() {};

  /** Averages before the gradient is computed; returns whether it has changed the weights. */
  default boolean beforeStep() {
    return false;
  }

  /** Averages after the weights were adapted; returns whether it has changed them. */
  default boolean afterStep() {
    return false;
  }

  /** Returns what it has found so far. */
  default MixCounts counts() {
    return MixCounts.NONE;
  }

  /** Waits until nobody needs this worker any more, after its last step. */
  default void end() {}

  @Override
  default void close() {}
}
