package io.papilio.learn.matrix;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.RowOrder;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.optimize.Stepper;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.learn.sync.SyncStrategy.Exchanged;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Steps by the factors of all workers, or by those of this worker alone.
 *
 * <pre>
 *   rows of the batch -> model -> factors -> exchange -> step
 * </pre>
 */
final class FactorStepper implements Stepper {
  private static final String EXCHANGE = "exchange";
  private static final int UNDECIDED = -1;

  private final StochasticLoop loop;
  private final FactorModel model;
  private final MatrixStep matrix;
  private final Factors factors;
  private final boolean isAlone;
  private Exchange exchange;
  private int choice = UNDECIDED; // of auto
  private int own; // rows of this worker in the step

  /**
   * Makes what takes the steps of one worker; all make one together.
   *
   * @throws IllegalArgumentException if they have matrices or batches of different size
   */
  FactorStepper(StochasticLoop loop, FactorModel model, MatrixStep matrix) {
    requireOneShape(loop, model);
    this.loop = loop;
    this.model = model;
    this.matrix = matrix;
    this.factors = new Factors(model.rows(), model.columns());
    this.isAlone = loop.comm().size() == 1 || !exchanges();
    matrix.divideBy(isAlone ? step -> Math.max(1, own) : loop::rowsOfStep);
  }

  private static void requireOneShape(StochasticLoop loop, FactorModel model) {
    long[] own = {model.rows(), model.columns(), loop.batch()};
    long[] least = own.clone();
    long[] most = own.clone();
    loop.comm().allReduce(least, Reduction.MIN);
    loop.comm().allReduce(most, Reduction.MAX);
    if (!Arrays.equals(least, most)) {
      String others = Arrays.toString(least) + " to " + Arrays.toString(most);
      throw new IllegalArgumentException(
          "worker %d has a matrix of %d x %d and batches of %d, others have %s"
              .formatted(loop.comm().rank(), own[0], own[1], own[2], others));
    }
  }

  /** Makes it step by the sum over the rows, not by their mean. */
  FactorStepper summing() {
    matrix.divideBy(step -> 1);
    return this;
  }

  /** Makes it exchange what somebody has chosen who knows better than to ask the model. */
  FactorStepper by(FactorChoice.Kind kind) {
    choice = kind.ordinal();
    return this;
  }

  /** Whether workers of a matrix model exchange, and do not average. */
  static boolean exchanges(Sync sync) {
    return switch (sync.strategy().exchanged()) {
      case NOTHING, WEIGHTS -> false;
      case PARTS -> sync.isInStep();
      default -> true;
    };
  }

  @Override
  public boolean exchanges() {
    return exchanges(loop.sync());
  }

  @Override
  public void begin(long steps, Optional<Snapshot> resumed) {
    resumed.ifPresent(this::restoreChoice);
    exchange = isAlone ? new Exchange.Alone(matrix) : open(steps + 1);
  }

  @Override
  public Optional<String> chosenExchange() {
    return choice == UNDECIDED
        ? Optional.empty()
        : Optional.of(FactorChoice.Kind.values()[choice].name().toLowerCase(Locale.ROOT));
  }

  private void restoreChoice(Snapshot snapshot) {
    double then = loop.comm().allReduce(snapshot.number(EXCHANGE), Reduction.MAX);
    choice = then == UNDECIDED ? choice : (int) then;
  }

  private Exchange open(long first) {
    Communicator comm = loop.comm();
    SyncStrategy strategy = loop.sync().strategy();
    Exchanged exchanged = strategy.exchanged();
    return switch (exchanged == Exchanged.CHEAPEST ? chosen() : exchanged) {
      case FACTORS -> {
        Topology topology = strategy.topology(comm).orElseGet(() -> Topologies.named("complete"));
        yield new FactorBroadcast(loop, topology, matrix, first);
      }
      case ENTRIES -> new EntriesExchange(comm, matrix);
      case PARTS -> new Exchange.Server(comm, matrix, sum());
      case GRADIENTS, MATRICES ->
          new Exchange.WholeMatrix(comm, strategy.algorithm(), matrix, sum());
      case NOTHING, WEIGHTS, CHEAPEST ->
          throw new IllegalStateException(strategy.spelling() + " exchanges no factors");
    };
  }

  private float[] sum() {
    return new float[matrix.matrix().unsettled().length];
  }

  /** Chooses by the factors of the first batch: what v are like, the model alone knows. */
  private Exchanged chosen() {
    if (choice == UNDECIDED) {
      RowOrder order = RowOrder.of(loop.shard(), loop.seed(), loop.comm().rank(), 0);
      compute(order.batch(0, loop.batches().most()));
      by(choose(loop.comm(), model, new long[] {factors.size(), factors.v().entries()}));
    }
    return exchanged(FactorChoice.Kind.values()[choice]);
  }

  private static Exchanged exchanged(FactorChoice.Kind kind) {
    return switch (kind) {
      case FACTORS -> Exchanged.FACTORS;
      case SPARSE -> Exchanged.ENTRIES;
      case DENSE -> Exchanged.MATRICES;
    };
  }

  /** Chooses; all workers call it, each with the pairs of a batch and their entries. */
  static FactorChoice.Kind choose(Communicator comm, FactorModel model, long[] sums) {
    comm.allReduce(sums, Reduction.SUM);
    int pairs = (int) Math.max(1, sums[0] / comm.size());
    double entries = (double) sums[1] / Math.max(1, sums[0]);
    FactorChoice choice =
        new FactorChoice(pairs, model.rows(), model.columns(), entries, comm.size());
    long kind = choice.cheapest(comm.link()).ordinal(); // links that workers see may differ
    return FactorChoice.Kind.values()[(int) comm.allReduce(kind, Reduction.MAX)];
  }

  @Override
  public void compute(Batch batch, long step) {
    own = batch.size();
    compute(batch);
    if (isAlone) {
      exchange.step(step, factors);
    }
  }

  private void compute(Batch batch) {
    factors.clear();
    model.computeFactors(batch, matrix.matrix(), factors);
    factors.size(); // which throws if they are no pairs
    if (!loop.isTrial() && !factors.isFinite()) {
      throw new IllegalStateException(
          "worker %d, %s, %s: the model gave factors that are no finite numbers"
              .formatted(loop.comm().rank(), loop, culprit(batch)));
    }
  }

  /** Finds it by asking once more. */
  private String culprit(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      factors.clear();
      model.computeFactors(batch.only(i), matrix.matrix(), factors);
      if (!factors.isFinite()) {
        return "row %d of its shard".formatted(batch.number(i));
      }
    }
    return "rows %d to %d".formatted(batch.number(0), batch.number(batch.size() - 1));
  }

  @Override
  public void exchange(long step) {
    if (!isAlone) {
      exchange.step(step, factors);
    }
  }

  @Override
  public void end() {
    exchange.end();
  }

  @Override
  public void settle() {
    matrix.matrix().settle();
  }

  /** Moves it to where it may be: the mean of several W need not be there. */
  @Override
  public void onMean(long steps) {
    matrix.end(steps);
  }

  @Override
  public float[] sums() {
    return matrix.squares();
  }

  @Override
  public Snapshot save(Snapshot snapshot) {
    return snapshot.with("rate", matrix.rate().at(1)).with(EXCHANGE, choice);
  }

  @Override
  public void close() {
    if (exchange != null) {
      exchange.close();
    }
  }
}
