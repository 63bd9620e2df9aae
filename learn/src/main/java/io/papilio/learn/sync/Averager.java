package io.papilio.learn.sync;

import io.papilio.runtime.mix.MixCounts;

/** One worker's end of averaging weights, called at every step. */
public interface Averager extends AutoCloseable {
  /** Leaves all weights alone. */
  Averager NONE = new Averager() {};

  /** Before the gradient is computed; may change the weights. Returns whether it has. */
  default boolean beforeStep() {
    return false;
  }

  /** After the weights were adapted; may change them. Returns whether it has. */
  default boolean afterStep() {
    return false;
  }

  /** What it has found so far. */
  default MixCounts counts() {
    return MixCounts.NONE;
  }

  @Override
  default void close() {}
}
