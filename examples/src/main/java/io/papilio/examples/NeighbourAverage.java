package io.papilio.examples;

import io.papilio.core.topology.Topologies;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.Mixer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Mixing instead of all-reduce: each worker averages with one partner a step, and after log2 N
 * steps of a butterfly all have the mean, though nobody ever talked to everybody.
 */
public final class NeighbourAverage {

  private NeighbourAverage() {}

  /** What each worker ends up with, by rank. */
  static ConcurrentMap<Integer, float[]> run(int workers, String topology, int iterations) {
    ConcurrentMap<Integer, float[]> results = new ConcurrentHashMap<>();
    LocalCluster.run(
        workers,
        comm -> {
          float[] weights = {comm.rank(), 1f / (1 + comm.rank())};
          Mixer mixer =
              new Mixer(
                  comm,
                  Topologies.named(topology),
                  Consistency.parse("notify-ack"),
                  new DenseAverage(weights));
          for (int i = 0; i < iterations; i++) {
            mixer.send();
            mixer.reduce();
          }
          results.put(comm.rank(), weights);
        });
    return results;
  }

  public static void main(String[] args) {
    run(8, "butterfly", 3)
        .forEach((rank, mean) -> System.out.println(rank + ": " + mean[0] + ", " + mean[1]));
  }
}
