package io.papilio.learn.train;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Snapshot;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import io.papilio.runtime.mix.MixCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One worker's part of a training: all workers call it together, and all get the same weights.
 *
 * <pre>
 *   all rows --shard--> optimizer --every now and then--> loss on the rows to judge by --> curve
 *                            \-----between epochs-------> checkpoint
 * </pre>
 *
 * The clock stands still while something is evaluated.
 */
public final class Trainer {
  private final Communicator comm;
  private final Task task;
  private final Listener listener;
  private final Judge judge;
  private final EarlyStop earlyStop;
  private final List<Point> curve = new ArrayList<>();
  private double secondsBefore;
  private double secondsAtStart; // of the first step
  private long startNanos;
  private long evaluatingNanos;
  private long evaluatingBlockedNanos;
  private long evaluatingBytes;
  private double distance = Double.NaN;
  private MixCounts mixing = MixCounts.NONE;
  private Optional<Supplier<Snapshot>> own = Optional.empty();

  /**
   * What all workers know.
   *
   * @param rows of all workers, or {@linkplain Shard#own its own}, with labels as the goal wants
   *     them
   * @param judged the rows on which the loss of the curve is measured, likewise
   * @param patience after so many looks at the loss without a lower one it ends; 0: never
   */
  public record Task(Shard rows, Shard judged, Goal goal, Optimizer optimizer, int patience) {}

  /**
   * The mean loss after so many examples of all workers, and so many seconds of training.
   *
   * @param distance how far workers are from their mean, in parts of its length; not a number where
   *     they are the same
   */
  public record Point(long examples, double seconds, double loss, double distance) {}

  /** What came of it. */
  public record Outcome(
      float[] weights,
      long iterations,
      List<Point> curve,
      double seconds,
      double evaluatingSeconds,
      List<WorkerTime> times,
      long[] bytesSent,
      MixCounts mixing) {

    /** Of all workers together. */
    public long examples() {
      return curve.isEmpty() ? 0 : curve.get(curve.size() - 1).examples();
    }
  }

  /** Hears of the progress, on every worker. */
  @FunctionalInterface
  public interface Listener {
    void onPoint(Point point);

    /** Whether it is time for a checkpoint; one worker who thinks so is enough. */
    default boolean wantsCheckpoint() {
      return false;
    }

    /** The training could go on from here: the same on all workers, so that one may write it. */
    default void onCheckpoint(Checkpoint checkpoint) {}
  }

  public Trainer(Communicator comm, Task task, Listener listener) {
    this.comm = comm;
    this.task = task;
    this.listener = listener;
    this.judge = new Judge(comm, task.goal());
    this.earlyStop = new EarlyStop(task.patience());
  }

  /**
   * Trains, beginning with these weights, which are changed, or where an earlier run ended.
   *
   * @param loadSeconds what this worker took to load its rows
   * @param job the name of the training in checkpoints
   */
  public Outcome run(float[] weights, double loadSeconds, String job, Optional<Checkpoint> last) {
    if (weights.length != task.goal().weights()) {
      throw new IllegalArgumentException(
          "%d weights, not %d".formatted(weights.length, task.goal().weights()));
    }
    requireSameRows();
    Optional<Checkpoint> from = allHave(last) ? last : Optional.empty();
    from.ifPresent(checkpoint -> load(checkpoint.trainer()));
    long bytesBefore = comm.bytesSent();
    comm.barrier(); // so that nobody's clock runs while others still load
    startNanos = System.nanoTime();
    long blockedBefore = comm.blockedNanos();
    Shard shard = task.rows().part(comm.size(), comm.rank());
    Optimizer.Watch watch = new Looking(job, from.map(Checkpoint::optimizer));
    long iterations = task.optimizer().run(comm, shard, weights, watch);
    earlyStop.restore(weights);
    double seconds = seconds();
    double blocked = (comm.blockedNanos() - blockedBefore - evaluatingBlockedNanos) / 1e9;
    long[] bytes = new long[comm.size()];
    bytes[comm.rank()] = comm.bytesSent() - bytesBefore - evaluatingBytes;
    comm.allReduce(bytes, Reduction.SUM);
    MixCounts mixed = mixing.sum(comm);
    List<WorkerTime> times = WorkerTime.gather(comm, loadSeconds, seconds - secondsBefore, blocked);
    return new Outcome(
        weights, iterations, curve, seconds, evaluatingNanos / 1e9, times, bytes, mixed);
  }

  /** If a worker was lost early, some may not have begun: then all begin anew. */
  private boolean allHave(Optional<Checkpoint> last) {
    long[] least = {last.isPresent() ? 1 : 0};
    comm.allReduce(least, Reduction.MIN);
    return least[0] == 1;
  }

  /** Each worker has read them for itself, perhaps on a host of its own; if not its own rows. */
  private void requireSameRows() {
    Shard rows = task.rows();
    long[] mine = rows.isOwn() ? new long[] {-1, 0} : new long[] {rows.size(), rows.fingerprint()};
    long[] least = mine.clone();
    long[] most = mine.clone();
    comm.allReduce(least, Reduction.MIN);
    comm.allReduce(most, Reduction.MAX);
    if (least[0] != most[0] || least[1] != most[1]) {
      throw new IllegalStateException(
          "workers have read different data: worker %d has %d rows, others have %d to %d"
              .formatted(comm.rank(), mine[0], least[0], most[0]));
    }
  }

  /**
   * Where this worker is, of whose training there is no more because another was lost; nothing, if
   * it had not begun. With what others of the new group have, a training can go on from it.
   */
  public Optional<Checkpoint> afterLoss(String job) {
    return own.map(where -> new Checkpoint(job, where.get(), save()));
  }

  private double seconds() {
    return secondsBefore + (System.nanoTime() - startNanos - evaluatingNanos) / 1e9;
  }

  /** What the optimizer is watched by. */
  private final class Looking implements Optimizer.Watch {
    private final String job;
    private final Optional<Snapshot> start;

    Looking(String job, Optional<Snapshot> start) {
      this.job = job;
      this.start = start;
    }

    @Override
    public boolean onProgress(long examples, float[] weights) {
      double[] seconds = {seconds()};
      aside(
          () -> {
            comm.allReduce(seconds, Reduction.MAX);
            listener.onPoint(note(examples, seconds[0], weights));
          });
      return earlyStop.goesOn(curve.get(curve.size() - 1).loss(), weights);
    }

    @Override
    public void onPast(long examples, double seconds, float[] weights) {
      note(examples, secondsAtStart + seconds, weights);
    }

    private Point note(long examples, double seconds, float[] weights) {
      double loss = judge.meanLoss(task.judged(), weights);
      Point point = new Point(examples, seconds, loss, distance);
      curve.add(point);
      return point;
    }

    @Override
    public void onAlone(long examples) {
      listener.onPoint(new Point(examples, seconds(), Double.NaN, Double.NaN));
    }

    @Override
    public void onDistance(double value) {
      distance = value;
    }

    @Override
    public void onMixed(MixCounts counts) {
      mixing = counts;
    }

    @Override
    public void onStart(Supplier<Snapshot> where) {
      own = Optional.of(where);
      secondsAtStart = seconds();
    }

    @Override
    public void aside(Runnable work) {
      long begin = System.nanoTime();
      long blockedBefore = comm.blockedNanos();
      long bytesBefore = comm.bytesSent();
      work.run();
      evaluatingBytes += comm.bytesSent() - bytesBefore;
      evaluatingBlockedNanos += comm.blockedNanos() - blockedBefore;
      evaluatingNanos += System.nanoTime() - begin;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      aside(
          () -> {
            long[] wanted = {listener.wantsCheckpoint() ? 1 : 0};
            comm.allReduce(wanted, Reduction.MAX);
            if (wanted[0] == 1) {
              listener.onCheckpoint(new Checkpoint(job, snapshot.get(), save()));
            }
          });
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  private Snapshot save() {
    Snapshot snapshot =
        new Snapshot("trainer")
            .with("seconds", seconds())
            .with("examplesOfCurve", curve.stream().mapToDouble(Point::examples).toArray())
            .with("secondsOfCurve", curve.stream().mapToDouble(Point::seconds).toArray())
            .with("lossOfCurve", curve.stream().mapToDouble(Point::loss).toArray())
            .with("distanceOfCurve", curve.stream().mapToDouble(Point::distance).toArray());
    earlyStop.save(snapshot);
    return snapshot;
  }

  private void load(Snapshot snapshot) {
    secondsBefore = snapshot.number("seconds");
    double[] examples = snapshot.doubles("examplesOfCurve");
    double[] seconds = snapshot.doubles("secondsOfCurve");
    double[] losses = snapshot.doubles("lossOfCurve");
    double[] distances = snapshot.doubles("distanceOfCurve");
    for (int i = 0; i < examples.length; i++) {
      curve.add(new Point((long) examples[i], seconds[i], losses[i], distances[i]));
    }
    earlyStop.load(snapshot);
  }

  /** Of the goal, over the rows of all workers; the same on all of them. */
  public double objective(float[] weights) {
    return judge.objective(task.rows(), weights);
  }
}
