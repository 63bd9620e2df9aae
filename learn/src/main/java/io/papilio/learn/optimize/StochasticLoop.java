package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.learn.sync.Averager;
import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.PackedAverager;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy.Exchanged;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Epochs of steps by batches: one worker's part of them, whatever takes the steps.
 *
 * <pre>
 *   epoch       rows shuffled | batch | batch | ...      the same number on every worker
 *   iteration   average?  compute  wait for the pace  exchange  average?
 *   now and then   evaluation, 20 times an epoch          between epochs   checkpoint
 * </pre>
 *
 * A {@link Stepper} that exchanges keeps workers alike as long as they are in step. Others differ;
 * what is seen of them, and what they end with, is their mean.
 */
public final class StochasticLoop {
  /** How often an epoch is evaluated, about. */
  public static final int EVALUATIONS = 20;

  /** What the microseconds of a step are called that were predicted. */
  public static final String PREDICTED = "predictedStepMicros";

  private static final String WEIGHTS = "weights";
  private static final String SUMS = "sums";

  private final Communicator comm;
  private final Shard shard;
  private final Settings settings;
  private final Batches batches;
  private final long rows;
  private final boolean isTrial;
  private final Pace.Clock clock;
  private Averager averager = Averager.NONE;
  private Stepper stepper;
  private float[] weights;
  private RowOrder order;
  private int epoch;
  private long iteration;
  private long steps;
  private long shift; // iterations of so many workers less steps: there may have been more of them

  /**
   * What all workers know of a run.
   *
   * @param name what its snapshots are of
   * @param batch rows of each worker in a step
   */
  public record Settings(String name, int epochs, int batch, long seed, Sync sync) {
    public Settings {
      if (epochs < 0 || batch < 1) {
        throw new IllegalArgumentException("%d epochs, batch %d".formatted(epochs, batch));
      }
    }
  }

  /** All workers make one together, each with its own shard. */
  public StochasticLoop(Communicator comm, Shard shard, Settings settings) {
    this(comm, shard, settings, 0);
  }

  private StochasticLoop(Communicator comm, Shard shard, Settings settings, long whole) {
    this.comm = comm;
    this.shard = shard;
    this.settings = settings;
    this.batches = Batches.agree(comm, shard, settings.batch);
    this.isTrial = whole > 0;
    this.rows = isTrial ? whole : batches.rows();
    this.clock = settings.sync.clock(comm.rank());
  }

  /** Makes one that tries something on a sample of so many rows of all workers. */
  static StochasticLoop trial(Communicator comm, Shard sample, Settings settings, long whole) {
    return new StochasticLoop(comm, sample, settings, whole);
  }

  public Communicator comm() {
    return comm;
  }

  /** Returns this worker's rows. */
  public Shard shard() {
    return shard;
  }

  public Batches batches() {
    return batches;
  }

  public Sync sync() {
    return settings.sync;
  }

  /** Returns how many rows of each worker are in a step. */
  public int batch() {
    return settings.batch;
  }

  /** Returns what the order of rows is drawn by. */
  public long seed() {
    return settings.seed;
  }

  /** Returns how many rows all workers have, in a trial those that the sample is of. */
  public long rows() {
    return rows;
  }

  /** Whether steps may lead to what is no number: of those that are tried some must fail. */
  public boolean isTrial() {
    return isTrial;
  }

  /** Returns how many rows all workers have in a step; the first is 1, epochs follow each other. */
  public long rowsOfStep(long step) {
    long at = (step - 1 + shift) % batches.iterations();
    return Math.max(1, batches.rowsBefore(at + 1) - batches.rowsBefore(at));
  }

  /** Whether all workers have the same weights after every step. */
  private boolean areAlike() {
    return stepper.exchanges() && settings.sync.isInStep();
  }

  /**
   * Runs it, and closes the stepper; returns how many steps it took.
   *
   * @param array the weights that the stepper changes
   */
  public long run(float[] array, Stepper own, Watch watch) {
    stepper = own;
    weights = array;
    try (Stepper open = own) {
      if (batches.rows() == 0) {
        return 0;
      }
      Optional<Snapshot> resumed = watch.resumed();
      resumed.ifPresent(this::resume);
      watch.onStart(this::own);
      Evaluations evaluations = new Evaluations(comm, workers(), watch, weights, seen(iteration));
      settings.sync.note(comm).ifPresent(watch::onNote);
      open.begin(steps, resumed);
      open.chosenExchange().ifPresent(name -> watch.onChoice("exchange", name));
      if (open.exchanges() || comm.size() == 1) { // who is alone has nobody to average with
        predict(watch, array.length);
        epochs(evaluations, watch);
      } else {
        epochsWithAverages(evaluations, watch);
      }
      open.end();
      open.settle();
      evaluations.end();
      if (!areAlike() && comm.size() > 1 && steps > 0) {
        open.onMean(steps);
      }
      return steps;
    }
  }

  private void predict(Watch watch, int averaged) {
    stepper
        .predictedNanos(averaged)
        .ifPresent(
            nanos -> watch.aside(() -> watch.onChoice(PREDICTED, nanos.getAsDouble() / 1e3)));
  }

  private Evaluations.Workers workers() {
    if (areAlike()) {
      return Evaluations.Workers.ALIKE;
    }
    return settings.sync.isInStep() ? Evaluations.Workers.IN_STEP : Evaluations.Workers.OUT_OF_STEP;
  }

  private void epochsWithAverages(Evaluations evaluations, Watch watch) {
    try (Averager own = averager(watch)) {
      averager = own;
      epochs(evaluations, watch);
      own.end();
      watch.onMixed(own.counts());
    }
  }

  private Averager averager(Watch watch) {
    if (settings.sync.strategy().exchanged() == Exchanged.NOTHING) {
      predict(watch, weights.length);
      return Averager.NONE;
    }
    AtomicReference<Optional<int[]>> used = new AtomicReference<>();
    watch.aside(() -> used.set(stepper.used()));
    predict(watch, used.get().map(few -> few.length).orElse(weights.length));
    return used.get()
        .<Averager>map(
            few ->
                new PackedAverager(weights, few, some -> settings.sync.averager(comm, some, steps)))
        .orElseGet(() -> settings.sync.averager(comm, weights, steps));
  }

  private void epochs(Evaluations evaluations, Watch watch) {
    int first = epoch;
    int points = isTrial && !areAlike() ? 1 : stepper.evaluations(); // which may take messages
    for (; epoch < settings.epochs; epoch++, iteration = 0) {
      if (epoch > first && settings.sync.isInStep()) {
        watch.onCheckpoint(this::snapshot);
      }
      order = RowOrder.of(shard, settings.seed, comm.rank(), epoch);
      for (int point = 1; point <= points; point++) {
        long end = batches.iterations() * point / points;
        if (iteration < end) {
          while (iteration < end) {
            step();
          }
          stepper.settle();
          long examples = epoch * batches.rows() + batches.rowsBefore(end);
          stepper.meet(examples);
          if (!evaluations.evaluate(examples, seen(end))) {
            return;
          }
        }
      }
    }
  }

  private void step() {
    average(true);
    long start = clock.isFull() ? 0 : System.nanoTime();
    Batch batch = order.batch(batches.start(iteration), batches.start(iteration + 1));
    stepper.compute(batch, steps + 1);
    if (!clock.isFull()) {
      clock.rest(System.nanoTime() - start);
    }
    stepper.exchange(steps + 1);
    steps++; // not before: it may fail
    iteration++;
    average(false);
  }

  /** Averages at the beginning of a step, or at its end, if that is when this is done. */
  private void average(boolean first) {
    if (averager.mixesFirst() == first && averager.isDue(first ? steps + 1 : steps)) {
      stepper.settle();
      averager.average();
      stepper.settle(); // the weights are others now
    }
  }

  /** Returns how many examples this worker has seen before an iteration. */
  private long seen(long before) {
    return epoch * shard.size() + batches.start(before);
  }

  /** Returns where this worker is. */
  private Snapshot own() {
    stepper.settle();
    return time().with(WEIGHTS, weights).with(SUMS, stepper.sums());
  }

  private Snapshot time() {
    Snapshot snapshot =
        new Snapshot(settings.name)
            .with("epochs", epoch + (double) iteration / batches.iterations())
            .with("steps", steps);
    return stepper.save(snapshot);
  }

  /** Returns where all are: with the weights of each, if they differ. */
  private Snapshot snapshot() {
    if (stepper.exchanges()) {
      float[] sums = stepper.sums().clone();
      comm.allReduce(sums, Reduction.MAX); // some may know the newest of a part only
      return own().with(SUMS, sums);
    }
    Snapshot snapshot = time();
    for (int worker = 0; worker < comm.size(); worker++) {
      gather(snapshot, WEIGHTS, weights, worker);
      gather(snapshot, SUMS, stepper.sums(), worker);
    }
    return snapshot;
  }

  private void gather(Snapshot snapshot, String name, float[] array, int worker) {
    float[] copy = array.clone();
    comm.broadcast(copy, worker);
    snapshot.with(of(name, worker), copy);
  }

  private static String of(String name, int worker) {
    return name + " of worker " + worker;
  }

  /**
   * Goes to where a run ended early. If a worker was lost the others are apart: by a step if all
   * wait for all, by as many as a graph is wide along it, or by more if they were not in step. All
   * go on at the time of the first of them. Those that are alike take its weights; those that
   * exchange out of step the mean of theirs, as each knows of steps that the others do not know of;
   * those that average keep their own.
   */
  private void resume(Snapshot snapshot) {
    snapshot.of(settings.name);
    double[] first = {snapshot.number("epochs"), snapshot.number("steps")};
    double own = first[1];
    comm.allReduce(first, Reduction.MAX);
    float[] then = floats(snapshot, WEIGHTS);
    float[] sums = floats(snapshot, SUMS);
    if (areAlike()) {
      long from = comm.allReduce(own == first[1] ? comm.rank() : comm.size(), Reduction.MIN);
      comm.broadcast(then, (int) from);
      comm.allReduce(sums, Reduction.MAX); // of the first, and where parts are kept of each keeper
    } else if (stepper.exchanges()) {
      comm.allReduce(then, Reduction.MEAN);
      comm.allReduce(sums, Reduction.MEAN);
    }
    System.arraycopy(then, 0, weights, 0, weights.length);
    System.arraycopy(sums, 0, stepper.sums(), 0, sums.length);
    stepper.settle();
    steps = (long) first[1];
    epoch = (int) first[0];
    iteration = Math.round((first[0] - epoch) * batches.iterations());
    shift = epoch * batches.iterations() + iteration - steps;
  }

  private float[] floats(Snapshot snapshot, String name) {
    String mine = of(name, comm.rank());
    return snapshot.floats(snapshot.has(mine) ? mine : name);
  }

  @Override
  public String toString() {
    return "batch %d of epoch %d".formatted(iteration, epoch);
  }
}
