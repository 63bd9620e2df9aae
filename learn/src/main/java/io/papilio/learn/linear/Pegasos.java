package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.communicator.Communicator;

/**
 * Sub-gradient steps for the support vector machine, as long as its strong convexity allows, each
 * followed by a projection onto the ball in which the optimum lies.
 *
 * <pre>{@code
 * w ← (1 − 1/t) · w + 1/(λt) · 1/rows · Σ weight · y · x     over the batch's rows with y m < 1
 * w ← w · min{1, √(mean weight)/(√λ ‖w‖)}                    λ = l2/n
 * }</pre>
 *
 * The bias is not regularised, so that nothing is strongly convex in it: its rate is 1/√t. The
 * first step forgets the weights at the start, as the formula says.
 *
 * <p>Shalev-Shwartz, Singer and Srebro: Pegasos (2007); Zhao and Canny: Butterfly Mixing (2013).
 *
 * @param batch rows of each worker in a step
 */
public record Pegasos(Objective objective, int epochs, int batch, long seed, Sync sync)
    implements Optimizer {

  public Pegasos {
    objective.requireNoL1("pegasos");
    if (objective.loss() != Loss.HINGE || objective.l2() == 0) {
      throw new IllegalArgumentException(
          "pegasos is for the hinge loss with l2 > 0, not for %s with l2 = %s: use sgd"
              .formatted(objective.loss(), objective.l2()));
    }
    LinearProblem.requireForVectors(sync);
    settings(epochs, batch, seed, sync);
  }

  private static StochasticLoop.Settings settings(int epochs, int batch, long seed, Sync sync) {
    return new StochasticLoop.Settings("pegasos", epochs, batch, seed, sync);
  }

  /** With a complete all-reduce at every step. */
  public Pegasos(Objective objective, int epochs, int batch, long seed) {
    this(objective, epochs, batch, seed, Sync.ALL_REDUCE);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    StochasticLoop loop = new StochasticLoop(comm, shard, settings(epochs, batch, seed, sync));
    LazyWeights lazy = LazyWeights.measured(weights);
    double lambda = objective.l2() / loop.rows();
    double meanWeight = Batches.totalWeight(comm, shard) / loop.rows();
    StepRule rule = new Inverse(lambda, Math.sqrt(meanWeight / lambda));
    return loop.run(weights, new LinearStepper(loop, objective.loss(), lazy, rule), watch);
  }

  private record Inverse(double lambda, double radius) implements StepRule {
    @Override
    public double rate(long step) {
      return 1 / (lambda * step);
    }

    @Override
    public double keep(long step, double rate) {
      return 1 - 1.0 / step;
    }

    @Override
    public double biasRate(long step, double rate) {
      return 1 / Math.sqrt(step);
    }
  }
}
