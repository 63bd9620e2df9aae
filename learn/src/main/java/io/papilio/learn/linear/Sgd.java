package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.comm.Communicator;

/**
 * Stochastic gradient descent.
 *
 * <pre>
 *   w ← w − γ(t) · H · (1/rows · Σ weight · slope · x  +  l2/n · w)     γ(t) = γ0/√t
 *          over a batch of each worker, or of this one                 H = 1, or diag(1/frequency)
 * </pre>
 *
 * Workers keep together as their {@link Sync} says: by all-reduce of the gradients, or by averaging
 * weights.
 *
 * <p>The regulariser shrinks the weights by 1/(1 + γ l2/n), not by 1 − γ l2/n: the same for small
 * steps, but it never overshoots.
 *
 * <p>Zhao and Canny: Butterfly Mixing: Accelerating Incremental-Update Algorithms on Clusters
 * (2013).
 *
 * @param batch rows of each worker in a step
 * @param rate γ0
 * @param inverseFrequency whether features go farther the rarer they are; the bias does not
 */
public record Sgd(
    Objective objective,
    int epochs,
    int batch,
    double rate,
    boolean inverseFrequency,
    long seed,
    Sync sync)
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
    return new Sgd(objective, epochs, batch, other, inverseFrequency, seed, sync);
  }

  /** The same with workers that keep together in another way. */
  public Sgd withSync(Sync other) {
    return new Sgd(objective, epochs, batch, rate, inverseFrequency, seed, other);
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
    BatchRun.Examples examples = new BatchRun.Examples(comm, sync, shard, objective.loss());
    BatchRun run = new BatchRun(examples, batches, lazy);
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

    /** It is in every row, so that longer steps of all rows together go too far, and back. */
    @Override
    public double biasRate(long step, double rate) {
      return Math.min(rate, 1);
    }
  }
}
