package io.papilio.examples;

import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Reduction;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The smallest useful program: four workers, each with a gradient of its own, all end up with the
 * mean of the four, to the last bit.
 */
public final class GradientAverage {

  private GradientAverage() {}

  /** What each worker ends up with, by rank. */
  static ConcurrentMap<Integer, float[]> run(int workers, int length) {
    ConcurrentMap<Integer, float[]> results = new ConcurrentHashMap<>();
    LocalCluster.run(
        workers,
        comm -> {
          float[] gradient = gradient(comm.rank(), length);
          comm.allReduce(gradient, Reduction.MEAN); // the cheapest algorithm for this size
          results.put(comm.rank(), gradient);
        });
    return results;
  }

  /** Stands for a pass over this worker's data. */
  static float[] gradient(int rank, int length) {
    float[] gradient = new float[length];
    for (int i = 0; i < length; i++) {
      gradient[i] = (float) Math.sin(rank + 0.1 * i);
    }
    return gradient;
  }

  public static void main(String[] args) {
    run(4, 5).forEach((rank, mean) -> System.out.println(rank + ": " + mean[0] + ", " + mean[1]));
  }
}
