package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A way to minimise Σ weight · loss(w·x + b, y) + l2/2 ‖w‖² + l1 ‖w‖₁ over the rows of all workers.
 * All of them call it together, each with its own shard, and all end with the same bits.
 */
public interface Optimizer {
  /**
   * Improves {@code weights}, of which the last is the bias: it is not regularised, and its feature
   * is 1 in every row. Returns how many iterations it took: steps of SGD, online passes, iterations
   * of L-BFGS.
   */
  long run(Communicator comm, Shard shard, float[] weights, Watch watch);

  /** Looks on, on every worker at the same moments. */
  @FunctionalInterface
  interface Watch {
    /**
     * After so many examples of all workers together, with the weights that all of them have.
     * Returns whether to go on; all workers must return the same.
     */
    boolean onProgress(long examples, float[] weights);

    /**
     * What the mean over workers was after so many seconds, told when all have ended: of those who
     * did not wait for each other, and so could not be looked at.
     */
    default void onPast(long examples, double seconds, float[] weights) {}

    /**
     * Between two epochs, passes or a few iterations: what it takes to go on from here to the same
     * bits. When it is called depends on nothing but the training, and whoever listens changes
     * nothing; to supply it takes no communication.
     */
    default void onCheckpoint(Supplier<Snapshot> snapshot) {}

    /** Where to begin, instead of at the beginning: the last snapshot of a run that ended early. */
    default Optional<Snapshot> resumed() {
      return Optional.empty();
    }
  }
}
