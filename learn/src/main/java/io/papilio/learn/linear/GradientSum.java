package io.papilio.learn.linear;

import io.papilio.core.price.Selector;
import io.papilio.core.price.StepPricer;
import io.papilio.core.schedule.Algorithm;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;

/**
 * The gradient of a batch of all workers: each adds its own rows, then all get the sum.
 *
 * <pre>
 *   worker 0   3: 0.2   7: 0.1
 *   worker 1            7: 0.3   9: 0.5
 *   sum        3: 0.2   7: 0.4   9: 0.5
 * </pre>
 */
interface GradientSum {
  /** Adds {@code c} times a row, and {@code c} for the bias. */
  void add(SparseRows rows, int row, double c);

  /**
   * Adds up what all workers have, or begins to; returns whether there is a sum to subtract: of
   * this step, or the one before it. If it fails the weights have not changed.
   */
  boolean reduce();

  /** Waits for a sum that is under way; returns whether there is one to subtract. */
  default boolean finish() {
    return false;
  }

  /** Subtracts a multiple of a sum that is there from the weights. */
  void subtractFrom(LazyWeights weights, double times, double timesOfBias);

  /** Returns what travels, as the report names it. */
  String exchanged();

  /**
   * Chooses what travels: whole vectors if an algorithm for them is named, else what is cheaper.
   * All workers call it, with the same arguments.
   *
   * @param weights number of weights, bias included
   * @param expected number of entries that all workers together have in a step, about
   */
  static GradientSum of(Communicator comm, Sync sync, int weights, long expected) {
    Optional<Algorithm> algorithm = sync.strategy().algorithm();
    if (algorithm.isEmpty() && entriesPay(comm, weights, expected)) {
      return new EntrySum(comm, weights);
    }
    return sync.consistency().slack() > 0
        ? new LateSum(comm, algorithm, weights)
        : new DenseSum(comm, algorithm, weights);
  }

  /**
   * By the committed prices of this kind of links, or those measured by a calibration. Workers of a
   * group may have links of different kinds, so one that says no is enough.
   */
  private static boolean entriesPay(Communicator comm, int weights, long expected) {
    StepPricer pricer = new StepPricer(new Selector(comm.link()), comm.size(), weights);
    double sparse = pricer.entries(expected);
    double dense = pricer.allReduce(Optional.of(comm.algorithm(weights)));
    return comm.allReduce(sparse < dense ? 1 : 0, Reduction.MIN) == 1;
  }
}
