package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.communicator.Communicator;

/**
 * Stochastic gradient descent, with a proximal step where the model has one.
 *
 * <pre>
 *   w ← prox( (w − γ(t)/rows · Σ weight · gradient) / (1 + γ(t) l2/n) )
 *       over a batch of each worker, or of this one; see {@link Rate} for γ
 * </pre>
 *
 * Workers keep together as their {@link Sync} says: by exchanging gradients or factors, or by
 * averaging weights. The regulariser shrinks weights by 1/(1 + γ l2/n), not by 1 − γ l2/n: the same
 * for small steps, but it never overshoots.
 *
 * <p>Zhao and Canny: Butterfly Mixing: Accelerating Incremental-Update Algorithms on Clusters
 * (2013); Xie and others: Distributed Machine Learning via Sufficient Factor Broadcasting (2015).
 *
 * @param batch rows of each worker in a step
 */
public record Sgd(Stochastic problem, int epochs, int batch, Rate rate, long seed, Sync sync)
    implements Optimizer {
  private static final String STAGE = "sgd";

  public Sgd {
    problem.check(rate, sync);
    settings(epochs, batch, seed, sync);
  }

  private static StochasticLoop.Settings settings(int epochs, int batch, long seed, Sync sync) {
    return new StochasticLoop.Settings(STAGE, epochs, batch, seed, sync);
  }

  /** Returns the same with another γ0. */
  public Sgd withRate(double start) {
    return new Sgd(problem, epochs, batch, rate.withStart(start), seed, sync);
  }

  /** Returns the same with workers that keep together in another way. */
  public Sgd withSync(Sync other) {
    return new Sgd(problem, epochs, batch, rate, seed, other);
  }

  @Override
  public long memoryBytes(Size size) {
    boolean notes = size.workers() > 1 && !sync.isInStep();
    return problem.memoryBytes(this, size.workers())
        + (notes ? Evaluations.mostBytes(size.weights(), size.sharers()) : 0);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    if (rate.isAuto()) {
      Sgd tuned =
          watch
              .resumed()
              .map(snapshot -> withRate(snapshot.number("rate")))
              .orElseGet(() -> RateSearch.tune(this, comm, shard, weights, watch));
      watch.onChoice("rateFound", tuned.rate.at(1));
      return tuned.run(comm, shard, weights, watch);
    }
    StochasticLoop loop = new StochasticLoop(comm, shard, settings(epochs, batch, seed, sync));
    return loop.run(weights, problem.stepper(loop, rate, weights), watch);
  }
}
