package io.papilio.learn.optimize;

import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * What takes the steps of one worker in a {@link StochasticLoop}: a family's part of it.
 *
 * <pre>
 *   begin   (compute   exchange)   (compute   exchange)   ...  meet   ...   end   close
 *            own rows  with others
 * </pre>
 *
 * It exchanges gradients or factors with the others, so that all take the same steps; or it learns
 * alone and meets them before evaluations; or it steps by its own rows and the loop averages
 * weights.
 */
public interface Stepper extends AutoCloseable {
  /** Whether it exchanges with the others by itself, or meets them; the same on all workers. */
  boolean exchanges();

  /**
   * Opens what the exchange takes, after so many steps; all workers call it together.
   *
   * @param resumed what {@link #save} has added to, if the run goes on from there
   */
  default void begin(long steps, Optional<Snapshot> resumed) {}

  /** Returns the exchange that was left to it to choose, if it was; after {@link #begin}. */
  default Optional<String> chosenExchange() {
    return Optional.empty();
  }

  /**
   * Returns what finds out how many nanoseconds a step should take, if there is such a thing; that
   * may be no number.
   *
   * @param averaged how many weights are averaged, if weights are
   */
  default Optional<DoubleSupplier> predictedNanos(int averaged) {
    return Optional.empty();
  }

  /** Does what this worker can do by itself for a step; the first is 1. */
  void compute(Batch batch, long step);

  /** Does the rest of the step, with the others if it exchanges. */
  void exchange(long step);

  /** Returns how often an epoch is evaluated, after {@link #begin}; the same on all workers. */
  default int evaluations() {
    return StochasticLoop.EVALUATIONS;
  }

  /**
   * Meets the others before an evaluation, if it does not at every step.
   *
   * @param examples that all workers have seen
   */
  default void meet(long examples) {}

  /** Takes in all that others have sent, after the last step. */
  default void end() {}

  /** Makes the array hold the weights; called again after others than this have changed it. */
  void settle();

  /** Told once, when the weights have become the mean over workers that differed. */
  default void onMean(long steps) {}

  /**
   * Returns the weights, ascending, that are not zero or that a step of some worker may change, if
   * they are few. All workers call it together and get the same.
   */
  default Optional<int[]> used() {
    return Optional.empty();
  }

  /** Returns what its steps depend on beside the weights: sums that only grow, perhaps none. */
  default float[] sums() {
    return new float[0];
  }

  /** Adds what else a run must know to go on from here; it is no communication. */
  Snapshot save(Snapshot snapshot);

  @Override
  default void close() {}
}
