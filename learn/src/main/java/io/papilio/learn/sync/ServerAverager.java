package io.papilio.learn.sync;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

/**
 * A parameter server that is spread over the workers: each keeps a part of the weights.
 *
 * <pre>
 *                 part 0   part 1   part 2
 *   worker 0        o  <---  x  .     x          push: everybody's weights to who keeps them
 *   worker 1        x        o  <---  x                which makes the mean of them
 *   worker 2        x  .     x        o          pull: the means come back to everybody
 * </pre>
 *
 * <p>Li and others: Scaling Distributed Machine Learning with the Parameter Server (2014).
 */
final class ServerAverager implements Averager {
  private final Communicator comm;
  private final float[] weights;
  private final float[] parts;

  ServerAverager(Communicator comm, float[] weights) {
    this.comm = comm;
    this.weights = weights;
    this.parts = new float[weights.length];
  }

  @Override
  public void average() {
    System.arraycopy(weights, 0, parts, 0, parts.length);
    comm.reduceScatter(parts, Reduction.MEAN);
    comm.allGather(parts);
    System.arraycopy(parts, 0, weights, 0, parts.length);
  }
}
