package io.papilio.lab.plan;

import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Topology;

/**
 * How fast a topology mixes.
 *
 * @param outDegree the most peers that a worker sends to in one iteration
 * @param spectralGap of the mixing matrix over one period
 */
public record TopologyReport(
    String name,
    int workers,
    int outDegree,
    double spectralGap,
    boolean doublyStochastic,
    boolean stronglyConnected) {

  /** Analyses a topology among some workers. */
  public static TopologyReport of(Topology topology, int workers) {
    MixingMatrix matrix = MixingMatrix.overPeriod(topology, workers);
    return new TopologyReport(
        topology.name(),
        workers,
        outDegree(topology, workers),
        matrix.spectralGap(),
        matrix.isDoublyStochastic(),
        matrix.isStronglyConnected());
  }

  private static int outDegree(Topology topology, int workers) {
    int most = 0;
    for (int iteration = 0; iteration < topology.period(workers); iteration++) {
      for (int rank = 0; rank < workers; rank++) {
        most = Math.max(most, topology.sendTo(rank, workers, iteration).length);
      }
    }
    return most;
  }
}
