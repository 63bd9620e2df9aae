package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Smooth;
import io.papilio.learn.optimize.SmoothFunction;
import io.papilio.learn.optimize.Stepper;
import io.papilio.learn.optimize.Stochastic;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.communicator.Communicator;

/**
 * Σ loss + l2/2 ‖w‖² + l1 ‖w‖₁; the last weight is the bias, which is in neither norm.
 *
 * @param steps how far stochastic steps go
 */
public record LinearProblem(Objective objective, int features, Steps steps)
    implements Stochastic, Smooth {

  /** How far stochastic steps go. */
  public enum Steps {
    /** As far as a {@link Rate} says. */
    BY_RATE,
    /** The same, and farther in a feature the rarer it is; the bias does not. */
    BY_INVERSE_FREQUENCY,
    /** As {@link Pegasos} says. */
    PEGASOS
  }

  public LinearProblem(Objective objective, int features) {
    this(objective, features, Steps.BY_RATE);
  }

  /** Returns the same with other steps. */
  LinearProblem with(Steps other) {
    return new LinearProblem(objective, features, other);
  }

  @Override
  public int weights() {
    return features + 1;
  }

  @Override
  public double loss(SparseRows rows, int row, float[] weights) {
    double margin = rows.dot(row, weights, features) + weights[features];
    return objective.loss().value(margin, rows.label(row));
  }

  @Override
  public double objective(double losses, float[] weights) {
    double squares = 0;
    double absolutes = 0;
    for (int i = 0; i < features; i++) {
      squares += (double) weights[i] * weights[i];
      absolutes += Math.abs(weights[i]);
    }
    return losses + objective.l2() / 2 * squares + objective.l1() * absolutes;
  }

  @Override
  public void check(Rate rate, Sync sync) {
    if (steps == Steps.PEGASOS) {
      Pegasos.check(objective);
    }
    objective.requireNoL1("sgd");
    if (sync.strategy().isForMatrices()) {
      throw new IllegalArgumentException(
          "%s is for matrix models: use allreduce, or a topology such as butterfly"
              .formatted(sync.strategy().spelling()));
    }
    if (rate.kind() == Rate.Kind.ADAGRAD) {
      throw new IllegalArgumentException(
          "sgd of linear models has no adagrad: use the optimizer online, which adapts each rate");
    }
  }

  @Override
  public Stochastic byInverseFrequency() {
    return with(Steps.BY_INVERSE_FREQUENCY);
  }

  @Override
  public SmoothFunction function(Communicator comm, Shard shard, float[] weights) {
    return objective.function(comm, shard, weights);
  }

  @Override
  public Stepper stepper(StochasticLoop loop, Rate rate, float[] weights) {
    LinearStepper.requireWeights(loop.shard(), weights.length);
    LazyWeights lazy =
        switch (steps) {
          case BY_RATE -> LazyWeights.plain(weights);
          case BY_INVERSE_FREQUENCY ->
              LazyWeights.preconditioned(weights, inverse(loop, weights.length - 1));
          case PEGASOS -> LazyWeights.measured(weights);
        };
    StepRule rule =
        steps == Steps.PEGASOS
            ? Pegasos.of(loop, objective)
            : new SgdRule(rate, objective.l2() / loop.rows());
    return new LinearStepper(loop, objective.loss(), lazy, rule);
  }

  /** Weights; if there are others, a sum of gradients or what is sent and received, too. */
  @Override
  public long memoryBytes(Sgd sgd, int workers) {
    return 4L * weights() * (workers == 1 ? 1 : 4);
  }

  private static float[] inverse(StochasticLoop loop, int features) {
    int[] counts = Batches.frequencies(loop.comm(), loop.shard(), features);
    float[] inverse = new float[features];
    for (int i = 0; i < features; i++) {
      inverse[i] = (float) loop.batches().rows() / Math.max(1, counts[i]);
    }
    return inverse;
  }

  /** As far as a rate and the regulariser say. */
  private record SgdRule(Rate gamma, double lambda) implements StepRule {
    @Override
    public double rate(long step) {
      return gamma.at(step);
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

  /** By the square root: then the last steps are as long as those of a trial. */
  @Override
  public double raise() {
    return 0.5;
  }
}
