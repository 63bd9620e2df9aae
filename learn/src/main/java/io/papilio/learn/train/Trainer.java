package io.papilio.learn.train;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Snapshot;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
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
  private long startNanos;
  private long evaluatingNanos;
  private long evaluatingBlockedNanos;

  /**
   * What all workers know.
   *
   * @param rows of all workers; labels are −1 and +1 if the loss is of two classes
   * @param judged the rows on which the loss of the curve is measured
   * @param features how many weights there are beside the bias
   * @param patience after so many looks at the loss without a lower one it ends; 0: never
   */
  public record Task(
      Shard rows,
      Shard judged,
      int features,
      Objective objective,
      Optimizer optimizer,
      int patience) {}

  /** The mean loss after so many examples of all workers, and so many seconds of training. */
  public record Point(long examples, double seconds, double loss) {}

  /** What came of it; the last weight is the bias. */
  public record Outcome(
      float[] weights,
      long iterations,
      List<Point> curve,
      double seconds,
      double evaluatingSeconds,
      List<WorkerTime> times,
      long[] bytesSent) {

    /** Of all workers together. */
    public long examples() {
      return curve.isEmpty() ? 0 : curve.get(curve.size() - 1).examples();
    }
  }

  /** Hears of the progress, on every worker. */
  @FunctionalInterface
  public interface Listener {
    void onPoint(Point point);

    /** The training could go on from here: the same on all workers, so that one may write it. */
    default void onCheckpoint(Supplier<Checkpoint> checkpoint) {}
  }

  public Trainer(Communicator comm, Task task, Listener listener) {
    this.comm = comm;
    this.task = task;
    this.listener = listener;
    this.judge = new Judge(comm, task.objective(), task.features());
    this.earlyStop = new EarlyStop(task.patience());
  }

  /**
   * Trains, beginning with these weights, which are changed, or where an earlier run ended.
   *
   * @param loadSeconds what this worker took to load its rows
   * @param job the name of the training in checkpoints
   */
  public Outcome run(float[] weights, double loadSeconds, String job, Optional<Checkpoint> from) {
    if (weights.length != task.features() + 1) {
      throw new IllegalArgumentException(
          "%d weights for %d features and a bias".formatted(weights.length, task.features()));
    }
    requireSameRows();
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
    bytes[comm.rank()] = comm.bytesSent() - bytesBefore;
    comm.allReduce(bytes, Reduction.SUM);
    List<WorkerTime> times = WorkerTime.gather(comm, loadSeconds, seconds - secondsBefore, blocked);
    return new Outcome(weights, iterations, curve, seconds, evaluatingNanos / 1e9, times, bytes);
  }

  /** Each worker has read them for itself, perhaps on a host of its own. */
  private void requireSameRows() {
    long[] mine = {task.rows().size(), task.rows().fingerprint()};
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
      long begin = System.nanoTime();
      long blockedBefore = comm.blockedNanos();
      comm.allReduce(seconds, Reduction.MAX);
      Point point = new Point(examples, seconds[0], judge.meanLoss(task.judged(), weights));
      curve.add(point);
      listener.onPoint(point);
      boolean goesOn = earlyStop.goesOn(point.loss(), weights);
      evaluatingBlockedNanos += comm.blockedNanos() - blockedBefore;
      evaluatingNanos += System.nanoTime() - begin;
      return goesOn;
    }

    @Override
    public void onPast(long examples, double seconds, float[] weights) {
      long begin = System.nanoTime();
      long blockedBefore = comm.blockedNanos();
      curve.add(new Point(examples, seconds, judge.meanLoss(task.judged(), weights)));
      evaluatingBlockedNanos += comm.blockedNanos() - blockedBefore;
      evaluatingNanos += System.nanoTime() - begin;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      long begin = System.nanoTime();
      listener.onCheckpoint(() -> new Checkpoint(job, snapshot.get(), save()));
      evaluatingNanos += System.nanoTime() - begin;
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
            .with("lossOfCurve", curve.stream().mapToDouble(Point::loss).toArray());
    earlyStop.save(snapshot);
    return snapshot;
  }

  private void load(Snapshot snapshot) {
    secondsBefore = snapshot.number("seconds");
    double[] examples = snapshot.doubles("examplesOfCurve");
    double[] seconds = snapshot.doubles("secondsOfCurve");
    double[] losses = snapshot.doubles("lossOfCurve");
    for (int i = 0; i < examples.length; i++) {
      curve.add(new Point((long) examples[i], seconds[i], losses[i]));
    }
    earlyStop.load(snapshot);
  }

  /** Σ loss + l2/2 ‖w‖² + l1 ‖w‖₁ over the rows of all workers; the same on all of them. */
  public double objective(float[] weights) {
    return judge.objective(task.rows(), weights);
  }
}
