package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;

/**
 * Stochastic gradient descent with a complete all-reduce at every step.
 *
 * <pre>
 *   w ← w − γ(t) · H · (1/rows · Σ weight · slope · x  +  l2/n · w)     γ(t) = γ0/√t
 *          over one batch of each worker                               H = 1, or diag(1/frequency)
 * </pre>
 *
 * The regulariser shrinks the weights by 1/(1 + γ l2/n), not by 1 − γ l2/n: the same for small
 * steps, but it never overshoots.
 *
 * <p>Zhao and Canny: Butterfly Mixing: Accelerating Incremental-Update Algorithms on Clusters
 * (2013), without the mixing.
 *
 * @param batch rows of each worker in a step
 * @param rate γ0
 * @param inverseFrequency whether features go farther the rarer they are; the bias does not
 */
public record Sgd(
    Objective objective, int epochs, int batch, double rate, boolean inverseFrequency, long seed)
    implements Optimizer {

  public Sgd {
    objective.requireNoL1("sgd");
    if (epochs < 0 || batch < 1 || !(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%d epochs, batch %d, rate %s".formatted(epochs, batch, rate));
    }
  }

  /** The same with another rate. */
  public Sgd withRate(double other) {
    return new Sgd(objective, epochs, batch, other, inverseFrequency, seed);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    Batches batches = Batches.agree(comm, shard, batch, weights.length);
    if (batches.rows() == 0) {
      return 0;
    }
    LazyWeights lazy =
        inverseFrequency
            ? LazyWeights.preconditioned(weights, inverse(comm, shard, weights, batches.rows()))
            : LazyWeights.plain(weights);
    StepRule rule = new InverseRoot(rate, objective.l2() / batches.rows());
    BatchRun run = new BatchRun(comm, shard, objective.loss(), batches, lazy);
    return run.run(rule, epochs, seed, watch);
  }

  private static float[] inverse(Communicator comm, Shard shard, float[] weights, long rows) {
    int[] counts = Batches.frequencies(comm, shard, weights.length - 1);
    float[] inverse = new float[counts.length];
    for (int i = 0; i < counts.length; i++) {
      inverse[i] = (float) rows / Math.max(1, counts[i]);
    }
    return inverse;
  }

  private record InverseRoot(double start, double lambda) implements StepRule {
    @Override
    public String optimizer() {
      return "sgd";
    }

    @Override
    public double rate(long step) {
      return start / Math.sqrt(step);
    }

    @Override
    public double keep(long step, double rate) {
      return 1 / (1 + rate * lambda);
    }

    @Override
    public double biasRate(long step, double rate) {
      return rate;
    }
  }
}
