package io.papilio.learn.sync;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

/**
 * Averages the weights of all workers every so many steps.
 *
 * <p>Zhao and Canny: Butterfly Mixing (2013), there "periodic all-reduce": the bytes of butterfly
 * mixing, spent in another way.
 */
final class PeriodicAverager implements Averager {
  private final Communicator comm;
  private final SyncStrategy.Periodic periodic;
  private final float[] weights;
  private final float[] means;
  private long step;

  /** After so many steps. */
  PeriodicAverager(Communicator comm, SyncStrategy.Periodic periodic, float[] weights, long step) {
    this.comm = comm;
    this.periodic = periodic;
    this.weights = weights;
    this.means = new float[weights.length];
    this.step = step;
  }

  @Override
  public boolean afterStep() {
    if (++step % periodic.stepsOf(comm.size()) != 0) {
      return false;
    }
    System.arraycopy(weights, 0, means, 0, means.length);
    // Not of the weights: if it fails they are still good.
    comm.allReduce(means, Reduction.MEAN, periodic.algorithm());
    System.arraycopy(means, 0, weights, 0, means.length);
    return true;
  }
}
