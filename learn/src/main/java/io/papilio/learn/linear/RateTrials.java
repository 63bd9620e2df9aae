package io.papilio.learn.linear;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Finds γ0: a sample is learned with each of several rates, by all workers together; the rate with
 * the smallest objective on the sample wins.
 *
 * <pre>
 *   ¼   ½   1 → 2 → 4 → 8        doubles until two in a row are no better than the best,
 *   ¼ ← ½ ← 1   2   4            or, if that is the first, halves
 * </pre>
 *
 * One pass over the sample, or a few if it has too few batches: in the first steps large rates look
 * worse than they are. A trial is shorter than the training, {@link #longer} says how much.
 *
 * <p>Bottou: Stochastic Gradient Descent Tricks (2012).
 */
public final class RateTrials {
  /** What is tried first. */
  public static final double START = 1;

  /** Rows of all workers: enough to see, and still some milliseconds. */
  private static final int SAMPLE = 4096;

  /** Rates further from the start are not for data that anybody scaled. */
  private static final int MOST_TRIALS = 20;

  /** So many steps show how a rate goes on, if the training itself has as many. */
  private static final long STEPS = 256;

  private static final int MOST_PASSES = 8;

  private static final long SALT = 0x5DEECE66DL; // lest the sample is how the first epoch begins

  private final Shard sample;
  private final Batches whole;
  private final Batches part;
  private final long seed;
  private final long steps;
  private final int passes;

  /** What the training is: so many epochs over these rows, in batches. */
  public record Training(Shard shard, int epochs, int batch, long seed) {}

  /** All workers make one, each with its own shard. */
  public RateTrials(Communicator comm, Training training) {
    this.seed = training.seed ^ SALT;
    this.whole = Batches.agree(comm, training.shard, training.batch);
    this.sample = sample(comm, training.shard, training.batch, seed);
    this.part = Batches.agree(comm, sample, training.batch);
    this.steps = (long) training.epochs * whole.iterations();
    long wanted = Math.min(STEPS, steps) / Math.max(1, part.iterations());
    this.passes = (int) Math.max(1, Math.min(MOST_PASSES, wanted));
  }

  /** Of whole batches: a trial that ends with a step of few rows is judged by their noise. */
  private static Shard sample(Communicator comm, Shard shard, int batch, long seed) {
    int[] order = Batches.shuffled(shard.size(), seed, comm.rank(), -1);
    RowsBuilder builder = new RowsBuilder();
    int wanted = batch * Math.max(1, SAMPLE / comm.size() / batch);
    for (int i = 0; i < Math.min(order.length, wanted); i++) {
      builder.addRow(shard.block(order[i]), shard.row(order[i]));
    }
    return Shard.of(List.of(builder.build()));
  }

  /** This worker's rows of a trial. */
  public Shard sample() {
    return sample;
  }

  /** Of all workers, in a trial. */
  public Batches part() {
    return part;
  }

  /** Of all workers, in the training. */
  public Batches whole() {
    return whole;
  }

  /** Over the sample, in a trial. */
  public int passes() {
    return passes;
  }

  /** Of a trial. */
  public long seed() {
    return seed;
  }

  /** How many times as many steps as a trial the training has. */
  public double longer() {
    return (double) steps / (passes * part.iterations());
  }

  /**
   * The rate that costs least; the same on all workers if costs are.
   *
   * @param cost the objective after a trial with a rate; infinite if it is no number
   */
  public double best(DoubleUnaryOperator cost) {
    if (part.rows() == 0) {
      return START;
    }
    double first = cost.applyAsDouble(START);
    double upwards = follow(cost, 2, first);
    return upwards == START ? follow(cost, 0.5, first) : upwards;
  }

  /** The best rate in this direction. */
  private static double follow(DoubleUnaryOperator trial, double factor, double first) {
    double best = START;
    double lowest = first;
    double rate = START;
    int misses = 0;
    for (int i = 0; i < MOST_TRIALS && misses < 2; i++) {
      rate *= factor;
      double cost = trial.applyAsDouble(rate);
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
}
