package io.papilio.learn.linear;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.List;

/**
 * Finds γ0 for {@link Sgd}: learns a sample with each of several rates, all workers together as in
 * the training itself; the rate with the smallest objective on the sample wins.
 *
 * <pre>
 *   ¼   ½   1 → 2 → 4 → 8        doubles until two in a row are no better than the best,
 *   ¼ ← ½ ← 1   2   4            or, if that is the first, halves
 * </pre>
 *
 * One pass over the sample, or a few if it has too few batches: in the first steps large rates look
 * worse than they are. As rates fall with 1/√t, and a training is longer than a trial, the winner
 * is then raised by a power of two such that the last steps are not longer than those of the trial.
 *
 * <p>Bottou: Stochastic Gradient Descent Tricks (2012).
 */
public final class RateSearch {
  /** Rows of all workers: enough to see, and still some milliseconds. */
  private static final int SAMPLE = 4096;

  private static final double START = 1;

  /** Rates further from the start are not for data that anybody scaled. */
  private static final int MOST_TRIALS = 20;

  /** So many steps show how a rate goes on, if the training itself has as many. */
  private static final long STEPS = 256;

  private static final int MOST_PASSES = 8;

  private static final long SALT = 0x5DEECE66DL; // lest the sample is how the first epoch begins

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
    Batches whole = Batches.agree(comm, shard, sgd.batch(), weights);
    Shard sample = sample(comm, shard, sgd);
    Batches part = Batches.agree(comm, sample, sgd.batch(), weights);
    if (part.rows() == 0) {
      return sgd.withRate(START);
    }
    long steps = (long) sgd.epochs() * whole.iterations();
    long wanted = Math.min(STEPS, steps) / part.iterations();
    int passes = (int) Math.max(1, Math.min(MOST_PASSES, wanted));
    double longer = Math.sqrt((double) steps / (passes * part.iterations()));
    int raise = Math.max(1, Integer.highestOneBit((int) longer));
    Objective all = sgd.objective();
    Objective some = new Objective(all.loss(), all.l2() * part.rows() / whole.rows(), 0);
    Sgd trial =
        new Sgd(
            some,
            passes,
            sgd.batch(),
            START,
            sgd.inverseFrequency(),
            sgd.seed() ^ SALT,
            Sync.ALL_REDUCE);
    return sgd.withRate(raise * new RateSearch(comm, sample, trial, weights).best());
  }

  /** Of whole batches: a trial that ends with a step of few rows is judged by their noise. */
  static Shard sample(Communicator comm, Shard shard, Sgd sgd) {
    int[] order = Batches.shuffled(shard.size(), sgd.seed() ^ SALT, comm.rank(), -1);
    RowsBuilder builder = new RowsBuilder();
    int wanted = sgd.batch() * Math.max(1, SAMPLE / comm.size() / sgd.batch());
    for (int i = 0; i < Math.min(order.length, wanted); i++) {
      builder.addRow(shard.block(order[i]), shard.row(order[i]));
    }
    return Shard.of(List.of(builder.build()));
  }

  private double best() {
    double first = cost(START);
    double upwards = follow(2, first);
    return upwards == START ? follow(0.5, first) : upwards;
  }

  /** The best rate in this direction. */
  private double follow(double factor, double first) {
    double best = START;
    double lowest = first;
    double rate = START;
    int misses = 0;
    for (int trial = 0; trial < MOST_TRIALS && misses < 2; trial++) {
      rate *= factor;
      double cost = cost(rate);
      // where all explode there is only one way to go
      boolean explodes = lowest == Double.POSITIVE_INFINITY && factor < 1;
      misses = cost < lowest || explodes ? 0 : misses + 1;
      if (cost < lowest) {
        lowest = cost;
        best = rate;
      }
    }
    return best;
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
