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
  private final float[] sums; // not the weights: if an all-reduce fails they are still good

  PeriodicAverager(Communicator comm, SyncStrategy.Periodic periodic, float[] weights) {
    this.comm = comm;
    this.periodic = periodic;
    this.weights = weights;
    this.sums = new float[weights.length];
  }

  @Override
  public boolean isDue(long step) {
    return step % periodic.stepsOf(comm.size()) == 0;
  }

  @Override
  public void average() {
    System.arraycopy(weights, 0, sums, 0, sums.length);
    comm.allReduce(sums, Reduction.SUM, periodic.algorithm());
    int workers = comm.size();
    for (int i = 0; i < sums.length; i++) {
      weights[i] = sums[i] / workers;
    }
  }
}
