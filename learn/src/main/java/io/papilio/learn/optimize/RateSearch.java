package io.papilio.learn.optimize;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.List;

/**
 * Finds γ0 for {@link Sgd}: a sample is learned with each of several rates, by all workers
 * together; the rate with the smallest objective on the sample wins.
 *
 * <pre>
 *   ¼   ½   1 → 2 → 4 → 8        doubles until two in a row are no better than the best,
 *   ¼ ← ½ ← 1   2   4            or, if that is the first, halves
 * </pre>
 *
 * Workers keep together as they will in the training, but always in step. A trial is one pass over
 * the sample, or a few if it has too few batches: in the first steps large rates look worse than
 * they are.
 *
 * <p>A training is longer than a trial, L times as long. A rate that falls with 1/√t is therefore
 * raised, by the power of two that is not above L^p. With p = ½ the last steps of the training are
 * as long as those of the trial: that is right for linear models. Matrix models take p = ¼, since ½
 * is too long on MNIST and on RCV1. Other rates stay what they are.
 *
 * <p>Bottou: Stochastic Gradient Descent Tricks (2012).
 */
public final class RateSearch {
  /** What is tried first. */
  private static final double START = 1;

  /** Rows of all workers: enough to see, and still some milliseconds. */
  private static final int SAMPLE = 4096;

  /** Rates further from the start are not for data that anybody scaled. */
  private static final int MOST_TRIALS = 20;

  /** So many steps show how a rate goes on, if the training itself has as many. */
  private static final long STEPS = 256;

  private static final int MOST_PASSES = 8;

  private static final long SALT = 0x5DEECE66DL; // lest the sample is how the first epoch begins

  private final Sgd sgd;
  private final Communicator comm;
  private final Shard sample;
  private final long wholeRows;
  private final long sampleRows;
  private final float[] start;
  private final Optimizer.Watch watch; // told of each trial
  private final StochasticLoop.Settings settings;
  private final double longer; // how many times as many steps as a trial the training has

  private RateSearch(
      Sgd sgd, Communicator comm, Shard shard, float[] start, Optimizer.Watch watch) {
    this.sgd = sgd;
    this.comm = comm;
    this.start = start;
    this.watch = watch;
    long seed = sgd.seed() ^ SALT;
    this.sample = sample(comm, shard, sgd.batch(), seed);
    Batches whole = Batches.agree(comm, shard, sgd.batch());
    Batches part = Batches.agree(comm, sample, sgd.batch());
    this.wholeRows = whole.rows();
    this.sampleRows = part.rows();
    long steps = sgd.epochs() * whole.iterations();
    long wanted = Math.min(STEPS, steps) / Math.max(1, part.iterations());
    int passes = (int) Math.max(1, Math.min(MOST_PASSES, wanted));
    this.settings =
        new StochasticLoop.Settings("trial", passes, sgd.batch(), seed, sgd.sync().forTrials());
    this.longer = (double) steps / (passes * Math.max(1, part.iterations()));
  }

  /**
   * Takes whole batches: a trial that ends with a step of few rows is judged by their noise.
   *
   * @return the rows of this worker
   */
  static Shard sample(Communicator comm, Shard shard, int batch, long seed) {
    RowOrder order = RowOrder.of(shard, seed, comm.rank(), -1);
    RowsBuilder builder = new RowsBuilder();
    int wanted = batch * Math.max(1, SAMPLE / comm.size() / batch);
    Batch some = order.batch(0, Math.min(shard.size(), wanted));
    for (int i = 0; i < some.size(); i++) {
      builder.addRow(some.rows(i), some.row(i));
    }
    return Shard.of(List.of(builder.build()));
  }

  /**
   * Returns the same method with the best rate, which is the same on all workers: all of them call
   * it, each with its own shard and all with the same weights to begin with.
   */
  public static Sgd tune(
      Sgd sgd, Communicator comm, Shard shard, float[] weights, Optimizer.Watch watch) {
    RateSearch search = new RateSearch(sgd, comm, shard, weights, watch);
    return sgd.withRate(search.sampleRows == 0 ? START : search.raise() * search.best());
  }

  private int raise() {
    boolean falls = sgd.rate().kind() == Rate.Kind.INVERSE_ROOT;
    double most = falls ? Math.pow(longer, sgd.problem().raise()) : 1;
    return Math.max(1, Integer.highestOneBit((int) most));
  }

  private double best() {
    double first = cost(START);
    double upwards = follow(2, first);
    return upwards == START ? follow(0.5, first) : upwards;
  }

  /** Returns the best rate in this direction. */
  private double follow(double factor, double first) {
    double best = START;
    double lowest = first;
    double rate = START;
    int misses = 0;
    for (int i = 0; i < MOST_TRIALS && misses < 2; i++) {
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

  /** Returns the objective after a trial; infinite if it is no number. */
  private double cost(double rate) {
    watch.onPass();
    float[] weights = start.clone();
    StochasticLoop loop = StochasticLoop.trial(comm, sample, settings, wholeRows);
    Stepper stepper = sgd.problem().stepper(loop, sgd.rate().withStart(rate), weights);
    loop.run(weights, stepper, (examples, now) -> true);
    double sum = 0;
    for (int i = 0; i < sample.size(); i++) {
      int row = sample.row(i);
      double loss = sgd.problem().loss(sample.block(i), row, weights);
      sum += sample.block(i).weight(row) * loss;
    }
    double penalty = sgd.problem().objective(0, weights);
    double cost = comm.allReduce(sum, Reduction.SUM) + penalty * sampleRows / wholeRows;
    return cost >= 0 ? cost : Double.POSITIVE_INFINITY;
  }
}
