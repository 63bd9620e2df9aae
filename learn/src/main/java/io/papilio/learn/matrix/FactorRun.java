package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Batches;
import io.papilio.learn.linear.Looks;
import io.papilio.learn.linear.Optimizer.Watch;
import io.papilio.learn.linear.Snapshot;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Epochs of steps by the factors of all workers.
 *
 * <pre>
 *   rows of the batch -> model -> factors -> exchange -> step        over and over
 * </pre>
 */
final class FactorRun {
  private static final int LOOKS = 20; // an epoch
  private static final String WEIGHTS = "weights";
  private static final String SQUARES = "squares";
  private static final int UNDECIDED = -1;

  private final Part part;
  private final FactorSync sync;
  private final MatrixStep matrix;
  private final Factors factors;
  private String stage = "factors";
  private UnaryOperator<Snapshot> more = snapshot -> snapshot;
  private LongUnaryOperator rows;
  private boolean checks = true;
  private Exchange exchange;
  private int way = UNDECIDED; // of auto
  private int[] order = {};
  private int epoch;
  private int iteration;
  private long steps;
  private long shift; // iterations of so many workers less steps: there may have been more of them

  /** What one worker has. */
  record Part(Communicator comm, Shard shard, FactorModel model, int batch, Batches batches) {
    /**
     * All workers call it, each with its own shard.
     *
     * @throws IllegalArgumentException if they have matrices or batches of different size
     */
    static Part agree(Communicator comm, Shard shard, FactorModel model, int batch) {
      long[] mine = {model.rows(), model.columns(), batch};
      long[] least = mine.clone();
      long[] most = mine.clone();
      comm.allReduce(least, Reduction.MIN);
      comm.allReduce(most, Reduction.MAX);
      if (!Arrays.equals(least, most)) {
        throw new IllegalArgumentException(
            "worker %d has a matrix of %d x %d and batches of %d, others have %s to %s"
                .formatted(
                    comm.rank(),
                    mine[0],
                    mine[1],
                    batch,
                    Arrays.toString(least),
                    Arrays.toString(most)));
      }
      return new Part(comm, shard, model, batch, Batches.agree(comm, shard, batch));
    }
  }

  FactorRun(Part part, FactorSync sync, MatrixStep matrix) {
    this.part = part;
    this.sync = sync;
    this.matrix = matrix;
    this.factors = new Factors(part.model.rows(), part.model.columns());
    this.rows = this::rowsOfStep;
  }

  /** How many all workers have in a step; the first is 1, and epochs follow each other. */
  long rowsOfStep(long step) {
    int at = (int) ((step - 1 + shift) % part.batches.iterations());
    return Math.max(1, part.batches.rowsBefore(at + 1) - part.batches.rowsBefore(at));
  }

  /** Steps by the sum over the rows, not by their mean. */
  FactorRun summing() {
    rows = step -> 1;
    return this;
  }

  /** Has snapshots of its own name, with what the model adds to them on all workers together. */
  FactorRun named(String name, UnaryOperator<Snapshot> adds) {
    stage = name;
    more = adds;
    return this;
  }

  /** What auto has chosen: by somebody who knows better than to ask the model. */
  FactorRun by(FactorChoice.Way choice) {
    way = choice.ordinal();
    return this;
  }

  /** Factors that are no numbers are no error: whoever tries rates must see some fail. */
  FactorRun withoutChecks() {
    checks = false;
    return this;
  }

  /**
   * Returns how many steps it took.
   *
   * @param goesOn asked after each epoch; all workers must say the same
   */
  long run(int epochs, long seed, Watch watch, BooleanSupplier goesOn) {
    Looks.Workers workers = sync.isInStep() ? Looks.Workers.ALIKE : Looks.Workers.OUT_OF_STEP;
    Looks looks = new Looks(part.comm, workers, watch, matrix.matrix().values(), seen(iteration));
    try (Exchange own = open(seed)) {
      exchange = own;
      boolean on = true;
      int first = epoch;
      for (; epoch < epochs && on; epoch++, iteration = 0) {
        if (epoch > first && sync.isInStep()) {
          watch.onCheckpoint(this::gathered);
        }
        on = epoch(looks, seed) && goesOn.getAsBoolean();
      }
      own.end();
    }
    matrix.matrix().settle();
    looks.end();
    if (!sync.isInStep() && part.comm.size() > 1 && steps > 0) {
      matrix.end(steps); // the mean of such W need not be one
    }
    return steps;
  }

  private boolean epoch(Looks looks, long seed) {
    Batches all = part.batches;
    order = Batches.shuffled(part.shard.size(), seed, part.comm.rank(), epoch);
    for (int look = 1; look <= LOOKS; look++) {
      int end = (int) ((long) all.iterations() * look / LOOKS);
      if (iteration < end) {
        for (; iteration < end; iteration++) {
          compute(new Batch(part.shard, order, all.start(iteration), all.start(iteration + 1)));
          exchange.step(steps + 1, factors);
          steps++; // not before: it may fail
        }
        matrix.matrix().settle();
        long examples = epoch * all.rows() + all.rowsBefore(end);
        if (!looks.look(examples, seen(end))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Examples of this worker, before an iteration. */
  private long seen(int before) {
    return (long) epoch * part.shard.size() + part.batches.start(before);
  }

  private void compute(Batch batch) {
    factors.clear();
    part.model.computeFactors(batch, matrix.matrix(), factors);
    factors.size(); // which throws if they are no pairs
    if (checks && !factors.isFinite()) {
      throw new IllegalStateException(
          "worker %d, batch %d of epoch %d, %s: the model gave factors that are no finite numbers"
              .formatted(part.comm.rank(), iteration, epoch, culprit(batch)));
    }
  }

  /** Found by asking once more. */
  private String culprit(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      factors.clear();
      part.model.computeFactors(batch.only(i), matrix.matrix(), factors);
      if (!factors.isFinite()) {
        return "row %d of its shard".formatted(batch.number(i));
      }
    }
    return "rows %d to %d".formatted(batch.number(0), batch.number(batch.size() - 1));
  }

  private Exchange open(long seed) {
    Communicator comm = part.comm;
    if (comm.size() == 1) {
      return new Exchange.Alone(matrix, rows);
    }
    FactorSync chosen = sync instanceof FactorSync.Auto auto ? chosen(auto, seed) : sync;
    if (chosen instanceof FactorSync.Broadcast broadcast) {
      return new CastExchange(part, broadcast, matrix, rows, steps + 1);
    }
    if (chosen instanceof FactorSync.FullMatrix full && full.sparse()) {
      return new EntriesExchange(comm, matrix, rows);
    }
    float[] sum = new float[matrix.matrix().unsettled().length];
    return chosen instanceof FactorSync.Server
        ? new Exchange.Server(comm, matrix, rows, sum)
        : new Exchange.WholeMatrix(comm, matrix, rows, sum);
  }

  /** By the factors of the first batch: what v are like, the model alone knows. */
  private FactorSync chosen(FactorSync.Auto auto, long seed) {
    if (way == UNDECIDED) {
      int[] first = Batches.shuffled(part.shard.size(), seed, part.comm.rank(), 0);
      compute(new Batch(part.shard, first, 0, part.batches.start(1)));
      long[] sums = {factors.size(), factors.v().entries()};
      way = choose(auto, part, sums).ordinal();
    }
    return sync(FactorChoice.Way.values()[way]);
  }

  static FactorSync sync(FactorChoice.Way way) {
    return switch (way) {
      case FACTORS -> FactorSync.factors();
      case SPARSE -> new FactorSync.FullMatrix(true);
      case DENSE -> new FactorSync.FullMatrix(false);
    };
  }

  /** All workers call it, each with the pairs of a batch and their entries. */
  static FactorChoice.Way choose(FactorSync.Auto auto, Part part, long[] sums) {
    part.comm.allReduce(sums, Reduction.SUM);
    int pairs = (int) Math.max(1, sums[0] / part.comm.size());
    double entries = (double) sums[1] / Math.max(1, sums[0]);
    FactorChoice choice =
        new FactorChoice(pairs, part.model.rows(), part.model.columns(), entries, part.comm.size());
    return choice.cheapest(auto.link());
  }

  /** Where all are: under a server each knows the squares of its part only. */
  private Snapshot gathered() {
    if (sync instanceof FactorSync.Server && matrix.squares().length > 0) {
      part.comm.allGather(matrix.squares());
    }
    return more.apply(snapshot());
  }

  /** Where this worker is: all there is to know are the matrix and the time. */
  Snapshot snapshot() {
    return new Snapshot(stage)
        .with("rate", matrix.rate().start())
        .with("epochs", epoch + (double) iteration / part.batches.iterations())
        .with("steps", steps)
        .with("way", way)
        .with(WEIGHTS, matrix.matrix().values())
        .with(SQUARES, matrix.squares());
  }

  /**
   * If one was lost the others are apart: a step at most, or by more if they were not in step. All
   * go on at the time of the first of them, with its matrix; out of step with the mean of theirs,
   * as each knows of steps that the others do not know of.
   */
  void resume(Snapshot snapshot) {
    snapshot.of(stage);
    Communicator comm = part.comm;
    double[] first = {snapshot.number("epochs"), snapshot.number("steps"), snapshot.number("way")};
    double own = first[1];
    comm.allReduce(first, Reduction.MAX);
    long[] from = {own == first[1] ? comm.rank() : comm.size()};
    comm.allReduce(from, Reduction.MIN);
    float[] weights = snapshot.floats(WEIGHTS);
    float[] squares = snapshot.floats(SQUARES);
    if (!sync.isInStep()) {
      comm.allReduce(weights, Reduction.MEAN);
      comm.allReduce(squares, Reduction.MEAN);
    } else {
      comm.broadcast(weights, (int) from[0]);
      if (sync instanceof FactorSync.Server) { // of a part only who kept it knows, or has known
        comm.allReduce(squares, Reduction.MAX);
      } else {
        comm.broadcast(squares, (int) from[0]);
      }
    }
    System.arraycopy(weights, 0, matrix.matrix().values(), 0, weights.length);
    System.arraycopy(squares, 0, matrix.squares(), 0, matrix.squares().length);
    int iterations = part.batches.iterations();
    epoch = (int) first[0];
    iteration = (int) Math.round((first[0] - epoch) * iterations);
    steps = (long) first[1];
    way = first[2] == UNDECIDED ? way : (int) first[2];
    shift = (long) epoch * iterations + iteration - steps;
  }
}
