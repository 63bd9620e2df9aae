package io.papilio.learn.job;

import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;

/** What is to be said of a topology that workers mix along. */
record MixingAdvice(Optional<Topology> topology, int workers) {

  static MixingAdvice of(TrainingSpec used, Communicator comm) {
    return new MixingAdvice(used.sync().sync().strategy().topology(comm), comm.size());
  }

  private Optional<MixingMatrix> matrix() {
    return topology.map(mixed -> MixingMatrix.overPeriod(mixed, workers));
  }

  /** Returns what may go wrong, though it is allowed. */
  Optional<String> warning() {
    return matrix()
        .filter(matrix -> !matrix.isStronglyConnected() || !matrix.isDoublyStochastic())
        .map(
            matrix ->
                matrix.isStronglyConnected()
                    ? "%s is not doubly stochastic for %d workers: the examples of some count more"
                            .formatted(topology.get().name(), workers)
                        + " than those of others"
                    : "%s does not connect all %d workers: some never hear of others"
                        .formatted(topology.get().name(), workers));
  }

  /** Returns the spectral gap over a period; not a number if workers do not mix. */
  double spectralGap() {
    return matrix().map(MixingMatrix::spectralGap).orElse(Double.NaN);
  }
}
