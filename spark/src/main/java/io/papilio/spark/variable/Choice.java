package io.papilio.spark.variable;

import io.papilio.core.schedule.Algorithm;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Which all-reduce is used for vectors of numbers. */
@FunctionalInterface
public interface Choice {
  /** What should be cheapest on usual links. */
  Choice CHEAPEST = comm -> CompletableFuture.completedFuture(Optional.empty());

  /** Always this one. */
  static Choice always(Algorithm algorithm) {
    return comm -> CompletableFuture.completedFuture(Optional.of(algorithm));
  }

  /** To be asked on all ranks before they begin; if nothing is named, the communicator chooses. */
  CompletableFuture<Optional<Algorithm>> choose(Communicator comm);
}
