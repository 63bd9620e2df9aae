package io.papilio.learn.sync;

import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/**
 * Averages the weights of all workers every so many steps.
 *
 * <p>Zhao and Canny: Butterfly Mixing (2013), there "periodic all-reduce": the bytes of butterfly
 * mixing, spent in another way.
 */
final class PeriodicAverager implements Averager {
  private final Communicator comm;
  private final int steps;
  private final float[] weights;
  private long step;

  PeriodicAverager(Communicator comm, int steps, float[] weights) {
    this.comm = comm;
    this.steps = steps;
    this.weights = weights;
  }

  @Override
  public boolean afterStep() {
    if (++step % steps != 0) {
      return false;
    }
    comm.allReduce(weights, Reduction.MEAN);
    return true;
  }
}
