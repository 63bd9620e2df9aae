package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;

/**
 * Online passes to get near the optimum quickly, then L-BFGS to get there.
 *
 * <pre>
 *   online pass, on each shard  ->  average by confidence  ->  L-BFGS on all rows
 *        \_______ again, while it pays and passes are left
 * </pre>
 *
 * A pass pays if it lowers the loss that each row has before it is learned by {@code leastGain} of
 * what it was in the pass before.
 *
 * <p>Agarwal, Chapelle, Dudík and Langford: A Reliable Effective Terascale Linear Learning System
 * (2014), algorithm 2.
 */
public record Hybrid(Online online, Lbfgs lbfgs, double leastGain) implements Optimizer {
  /** Then a pass does less than an iteration of L-BFGS, which costs about twice as much. */
  private static final double USUAL_GAIN = 0.1;

  public Hybrid {
    if (!online.objective().equals(lbfgs.objective())) {
      throw new IllegalArgumentException(
          "two objectives: %s, then %s".formatted(online.objective(), lbfgs.objective()));
    }
    if (!(leastGain >= 0 && leastGain <= 1)) {
      throw new IllegalArgumentException("least gain " + leastGain);
    }
  }

  public Hybrid(Online online, Lbfgs lbfgs) {
    this(online, lbfgs, USUAL_GAIN);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    long[] learned = new long[1];
    Watch counting =
        (examples, w) -> {
          learned[0] = examples;
          return watch.onProgress(examples, w);
        };
    Online.Passes passes = online.run(comm, shard, weights, counting, leastGain);
    if (!passes.goesOn()) {
      return passes.count();
    }
    Watch later = (examples, w) -> watch.onProgress(learned[0] + examples, w);
    return passes.count() + lbfgs.run(comm, shard, weights, later);
  }
}
