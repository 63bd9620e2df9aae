package io.papilio.learn.sync;

import io.papilio.runtime.mixing.MixCounts;

/**
 * One worker's end of averaging weights.
 *
 * <pre>
 *   mix, then adapt    average   compute a gradient   adapt the weights
 *   adapt, then mix              compute a gradient   adapt the weights   average
 * </pre>
 */
public interface Averager extends AutoCloseable {
  /** Leaves all weights alone. */
  Averager NONE =
      new Averager() {
        @Override
        public boolean isDue(long step) {
          return false;
        }

        @Override
        public void average() {}
      };

  /** Returns whether a step begins with averaging; otherwise it ends with it. */
  default boolean mixesFirst() {
    return false;
  }

  /** Returns whether weights are averaged in this step; the first step is 1. */
  default boolean isDue(long step) {
    return true;
  }

  /** Averages the weights that it was made for. If it fails, they are old or averaged ones. */
  void average();

  /** Returns what it has found so far. */
  default MixCounts counts() {
    return MixCounts.NONE;
  }

  /** Waits until nobody needs this worker any more, after its last step. */
  default void end() {}

  @Override
  default void close() {}
}
