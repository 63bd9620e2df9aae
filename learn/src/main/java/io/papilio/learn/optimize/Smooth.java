package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.communicator.Communicator;

/** A problem with gradients over all rows, so that {@link Lbfgs} can learn it. */
public interface Smooth {
  /** Returns one worker's part of the function to minimise; it begins at these weights. */
  SmoothFunction function(Communicator comm, Shard shard, float[] weights);

  /** Returns how many margins a row has, each of which is kept in memory. */
  default int margins() {
    return 1;
  }
}
