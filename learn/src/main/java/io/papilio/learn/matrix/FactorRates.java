package io.papilio.learn.matrix;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.List;

/**
 * Finds γ0 for {@link FactorSgd}: learns a sample with each of several rates, all workers together
 * in step; the rate with the smallest objective on the sample wins.
 *
 * <pre>
 *   ¼   ½   1 → 2 → 4 → 8        doubles until two in a row are no better than the best,
 *   ¼ ← ½ ← 1   2   4            or, if that is the first, halves
 * </pre>
 *
 * Trials exchange factors, whatever the training does, so that all ways to exchange get one rate. A
 * rate that falls with 1/√t is then raised, since the training is longer than a trial: by the power
 * of two below the fourth root of how many times as long. By the square root the last steps would
 * be as long as those of the trial, which is too long on MNIST and on RCV1.
 *
 * <p>Bottou: Stochastic Gradient Descent Tricks (2012).
 */
public final class FactorRates {
  private static final int SAMPLE = 4096; // rows of all workers
  private static final double START = 1;
  private static final int MOST_TRIALS = 20;
  private static final long STEPS = 256;
  private static final int MOST_PASSES = 8;
  private static final long SALT = 0x5DEECE66DL; // lest the sample is how the first epoch begins

  private final FactorSgd sgd;
  private final Communicator comm;
  private final Shard sample;
  private final Iterations part;
  private final float[] start;
  private final double lambda;
  private final int passes;

  private FactorRates(FactorSgd sgd, Communicator comm, Shard shard, float[] start) {
    FactorModel model = sgd.models().get();
    Iterations whole = Iterations.agree(comm, shard, sgd.batch(), model);
    this.sgd = sgd;
    this.comm = comm;
    this.sample = sample(comm, shard, sgd);
    this.part = Iterations.agree(comm, sample, sgd.batch(), model);
    this.start = start;
    this.lambda = model.l2() / Math.max(1, whole.rows());
    long steps = (long) sgd.epochs() * whole.count();
    long wanted = Math.min(STEPS, steps) / Math.max(1, part.count());
    this.passes = (int) Math.max(1, Math.min(MOST_PASSES, wanted));
  }

  /**
   * The given method with the best rate, the same on all workers: all of them call it, each with
   * its own shard and all with the same weights to begin with.
   */
  public static FactorSgd tune(FactorSgd sgd, Communicator comm, Shard shard, float[] weights) {
    FactorRates rates = new FactorRates(sgd, comm, shard, weights);
    if (rates.part.rows() == 0) {
      return sgd.withRate(START);
    }
    return sgd.withRate(rates.raise(shard) * rates.best());
  }

  private int raise(Shard shard) {
    if (sgd.rate().kind() != Rate.Kind.INVERSE_ROOT) {
      return 1;
    }
    Iterations whole = Iterations.agree(comm, shard, sgd.batch(), sgd.models().get());
    double longer = (double) sgd.epochs() * whole.count() / (passes * part.count());
    return Math.max(1, Integer.highestOneBit((int) Math.sqrt(Math.sqrt(longer))));
  }

  /** Of whole batches: a trial that ends with a step of few rows is judged by their noise. */
  private static Shard sample(Communicator comm, Shard shard, FactorSgd sgd) {
    int[] order = Iterations.shuffled(shard.size(), sgd.seed() ^ SALT, comm.rank(), -1);
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
    FactorModel model = sgd.models().get();
    Matrix matrix = Matrix.of(model, start.clone());
    MatrixStep step =
        new MatrixStep(matrix, model, sgd.rate().withStart(rate), lambda, sgd.threads());
    FactorRun.Part own = new FactorRun.Part(comm, sample, model, part);
    FactorRun run = new FactorRun(own, FactorSync.factors(), step).withoutChecks();
    run.run(passes, sgd.seed() ^ SALT, (examples, weights) -> true, () -> true);
    double[] sum = new double[1];
    for (int i = 0; i < sample.size(); i++) {
      int row = sample.row(i);
      sum[0] += sample.block(i).weight(row) * model.loss(sample.block(i), row, matrix);
    }
    comm.allReduce(sum, Reduction.SUM);
    double cost = sum[0] + lambda * part.rows() / 2 * matrix.squaredNorm();
    return cost >= 0 ? cost : Double.POSITIVE_INFINITY;
  }
}
