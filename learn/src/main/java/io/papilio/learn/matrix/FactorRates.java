package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.RateTrials;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/**
 * Finds γ0 for {@link FactorSgd} by {@link RateTrials}.
 *
 * <p>Trials exchange factors, whatever the training does, so that all ways to exchange get one
 * rate. A rate that falls with 1/√t is then raised, since the training is longer than a trial: by
 * the power of two below the fourth root of how many times as long. By the square root the last
 * steps would be as long as those of the trial, which is too long on MNIST and on RCV1.
 */
public final class FactorRates {
  private final FactorSgd sgd;
  private final Communicator comm;
  private final RateTrials trials;
  private final float[] start;
  private final double lambda;

  private FactorRates(FactorSgd sgd, Communicator comm, Shard shard, float[] start) {
    this.sgd = sgd;
    this.comm = comm;
    this.trials =
        new RateTrials(comm, new RateTrials.Training(shard, sgd.epochs(), sgd.batch(), sgd.seed()));
    this.start = start;
    this.lambda = sgd.models().get().l2() / Math.max(1, trials.whole().rows());
  }

  /**
   * The given method with the best rate, the same on all workers: all of them call it, each with
   * its own shard and all with the same weights to begin with.
   */
  public static FactorSgd tune(FactorSgd sgd, Communicator comm, Shard shard, float[] weights) {
    FactorRates rates = new FactorRates(sgd, comm, shard, weights);
    return sgd.withRate(rates.raise() * rates.trials.best(rates::cost));
  }

  private int raise() {
    if (sgd.rate().kind() != Rate.Kind.INVERSE_ROOT || trials.part().rows() == 0) {
      return 1;
    }
    int root = (int) Math.sqrt(Math.sqrt(trials.longer()));
    return Math.max(1, Integer.highestOneBit(root));
  }

  /** The objective after a trial; infinite if it is no number. */
  private double cost(double rate) {
    FactorModel model = sgd.models().get();
    Shard sample = trials.sample();
    Matrix matrix = Matrix.of(model, start.clone());
    MatrixStep step =
        new MatrixStep(matrix, model, sgd.rate().withStart(rate), lambda, sgd.threads());
    FactorRun.Part own = FactorRun.Part.agree(comm, sample, model, sgd.batch());
    FactorRun run = new FactorRun(own, FactorSync.factors(), step).withoutChecks();
    run.run(trials.passes(), trials.seed(), (examples, weights) -> true, () -> true);
    double[] sum = new double[1];
    for (int i = 0; i < sample.size(); i++) {
      int row = sample.row(i);
      sum[0] += sample.block(i).weight(row) * model.loss(sample.block(i), row, matrix);
    }
    comm.allReduce(sum, Reduction.SUM);
    double cost = sum[0] + lambda * trials.part().rows() / 2 * matrix.squaredNorm();
    return cost >= 0 ? cost : Double.POSITIVE_INFINITY;
  }
}
