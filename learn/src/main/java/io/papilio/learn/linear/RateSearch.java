package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/**
 * Finds γ0 for {@link Sgd} by {@link RateTrials}.
 *
 * <p>As rates fall with 1/√t, and a training is longer than a trial, the winner is then raised by a
 * power of two such that the last steps are not longer than those of the trial.
 */
public final class RateSearch {
  private final Communicator comm;
  private final Shard sample;
  private final Sgd sgd;
  private final int length;

  private RateSearch(Communicator comm, Shard sample, Sgd sgd, int length) {
    this.comm = comm;
    this.sample = sample;
    this.sgd = sgd;
    this.length = length;
  }

  /**
   * The given method with the best rate, the same on all workers: all of them call it, each with
   * its own shard.
   *
   * @param weights how many, with the bias
   */
  public static Sgd tune(Sgd sgd, Communicator comm, Shard shard, int weights) {
    RateTrials trials =
        new RateTrials(comm, new RateTrials.Training(shard, sgd.epochs(), sgd.batch(), sgd.seed()));
    if (trials.part().rows() == 0) {
      return sgd.withRate(RateTrials.START);
    }
    Objective all = sgd.objective();
    double share = all.l2() * trials.part().rows() / trials.whole().rows();
    Sgd trial =
        new Sgd(
            new Objective(all.loss(), share, 0),
            trials.passes(),
            sgd.batch(),
            RateTrials.START,
            sgd.inverseFrequency(),
            trials.seed(),
            Sync.ALL_REDUCE);
    int raise = Math.max(1, Integer.highestOneBit((int) Math.sqrt(trials.longer())));
    RateSearch search = new RateSearch(comm, trials.sample(), trial, weights);
    return sgd.withRate(raise * trials.best(search::cost));
  }

  /** The objective after a trial; infinite if it is no number. */
  private double cost(double rate) {
    float[] weights = new float[length];
    sgd.withRate(rate).run(comm, sample, weights, (examples, w) -> true);
    double[] sum = new double[1];
    for (int i = 0; i < sample.size(); i++) {
      SparseRows rows = sample.block(i);
      int row = sample.row(i);
      double margin = LinearKernels.dot(rows, row, weights) + weights[length - 1];
      sum[0] += rows.weight(row) * sgd.objective().loss().value(margin, rows.label(row));
    }
    comm.allReduce(sum, Reduction.SUM);
    double squares = 0;
    for (int i = 0; i < length - 1; i++) {
      squares += (double) weights[i] * weights[i];
    }
    double cost = sum[0] + sgd.objective().l2() / 2 * squares;
    return cost >= 0 ? cost : Double.POSITIVE_INFINITY;
  }
}
