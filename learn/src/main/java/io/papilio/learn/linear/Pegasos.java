package io.papilio.learn.linear;

import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.StochasticLoop;

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
 */
record Pegasos(double lambda, double radius) implements StepRule {

  /** Returns the rule for the rows of all workers, who call it together. */
  static Pegasos of(StochasticLoop loop, Objective objective) {
    double lambda = objective.l2() / loop.rows();
    double meanWeight = Batches.totalWeight(loop.comm(), loop.shard()) / loop.rows();
    return new Pegasos(lambda, Math.sqrt(meanWeight / lambda));
  }

  /** Checks that it can minimise an objective. */
  static void check(Objective objective) {
    objective.requireNoL1("pegasos");
    if (objective.loss() != Loss.HINGE || objective.l2() == 0) {
      throw new IllegalArgumentException(
          "pegasos is for the hinge loss with l2 > 0, not for %s with l2 = %s: use sgd"
              .formatted(objective.loss(), objective.l2()));
    }
  }

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
