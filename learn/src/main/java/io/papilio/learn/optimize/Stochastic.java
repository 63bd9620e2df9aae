package io.papilio.learn.optimize;

import io.papilio.learn.sync.Sync;

/**
 * A problem that can be learned batch by batch: it supplies the step, {@link StochasticLoop} does
 * the rest.
 */
public interface Stochastic extends Problem {
  /**
   * Checks that {@link Sgd} can take such steps, with workers that keep together in this way.
   *
   * @throws IllegalArgumentException if not; it says what to use instead
   */
  void check(Rate rate, Sync sync);

  /** Returns the same problem, with steps that use several threads of a worker where that pays. */
  default Stochastic on(int threads) {
    return this;
  }

  /**
   * Returns the same problem, with steps that go farther in a feature the rarer it is.
   *
   * @throws IllegalArgumentException if there is no such problem
   */
  default Stochastic byInverseFrequency() {
    throw new IllegalArgumentException("precondition inverse-frequency is for linear models");
  }

  /** Returns about how many bytes a worker needs for such steps beyond its rows. */
  default long memoryBytes(Sgd sgd, int workers) {
    return 0;
  }

  /**
   * Returns what takes the steps of one worker; all workers call it together.
   *
   * @param weights where it begins, and what it changes
   */
  Stepper stepper(StochasticLoop loop, Rate rate, float[] weights);

  /** Returns the power by which {@link RateSearch} raises a rate that falls with 1/√t. */
  double raise();
}
