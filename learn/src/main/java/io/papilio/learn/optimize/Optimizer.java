package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.MixCounts;
import java.util.Optional;
import java.util.OptionalDouble;
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

  /** Returns about how many bytes a worker needs beyond its rows, of its weights and the like. */
  default long memoryBytes(Size size) {
    return 0;
  }

  /**
   * What the memory of a training depends on.
   *
   * @param weights how many there are to learn
   * @param rows of all workers
   * @param sharers how many workers share the memory of a JVM
   */
  record Size(int weights, long rows, int workers, int sharers) {}

  /** Looks on, on every worker at the same moments. */
  @FunctionalInterface
  interface Watch {
    /**
     * After so many examples of all workers together, with the weights that all of them have.
     * Returns whether to go on; all workers must return the same.
     */
    boolean onProgress(long examples, float[] weights);

    /**
     * Is called in place of the other by an optimizer that may know the losses already.
     *
     * @param losses the sum over the rows of all workers that it learns, each as often as it counts
     */
    default boolean onProgress(long examples, float[] weights, OptionalDouble losses) {
      return onProgress(examples, weights);
    }

    /**
     * Told before a long piece of work at whose end there is no evaluation, such as a pass over the
     * rows; an exception from here ends the run.
     */
    default void onPass() {}

    /** Returns whether {@link #onProgress} may end the run before its last evaluation. */
    default boolean mayEndEarly() {
      return false;
    }

    /**
     * This worker waits for nobody, so that there is nothing to look at yet; if all are as far,
     * they have seen so many examples together.
     */
    default void onAlone(long examples) {}

    /**
     * What the mean over workers was so many seconds after {@link #onStart}, told when all have
     * ended: of those who did not wait for each other, and so could not be looked at.
     */
    default void onPast(long examples, double seconds, float[] weights) {}

    /**
     * Told before {@link #onProgress} or {@link #onPast} where weights differ between workers: how
     * far they are from their mean, in parts of its length.
     */
    default void onDistance(double distance) {}

    /** Told what whoever trains should know of the result, on every worker. */
    default void onNote(String note) {}

    /**
     * Does what is no part of the training, such as to look at it: its time and bytes are apart.
     */
    default void aside(Runnable work) {
      work.run();
    }

    /**
     * Between two epochs, passes or a few iterations: what it takes to go on from here to the same
     * bits. When it is called depends on nothing but the training, and whoever listens changes
     * nothing. Either all workers supply it or none, since where they differ it takes
     * communication.
     */
    default void onCheckpoint(Supplier<Snapshot> snapshot) {}

    /**
     * Told before the first step: where this worker is, which may be asked for when it could not go
     * on because another was lost.
     */
    default void onStart(Supplier<Snapshot> own) {}

    /** Told what was left to the optimizer to choose, by the name of JSON; on all workers. */
    default void onChoice(String name, Object value) {}

    /** Told in the end by workers who average with others: what that was like. */
    default void onMixed(MixCounts counts) {}

    /** Where to begin, instead of at the beginning: the last snapshot of a run that ended early. */
    default Optional<Snapshot> resumed() {
      return Optional.empty();
    }
  }
}
