package io.papilio.learn.job;

import io.papilio.learn.data.Shard;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.mixing.MixCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One worker's part of a training: all workers call it together, and all get the same weights.
 *
 * <pre>
 *   own rows ──> optimizer ──every now and then──> loss of the rows to judge by ──> curve
 *                    └───────between epochs──────> checkpoint
 * </pre>
 *
 * <p>Time is that of the slowest: the sum, over the stretches between two evaluations, of the
 * longest any worker took. Evaluations and checkpoints are not in it.
 */
final class Trainer {
  private final Communicator comm;
  private final Task task;
  private final Listener listener;
  private final MeanLoss meanLoss;
  private final EarlyStop earlyStop;
  private final List<Point> curve = new ArrayList<>();
  private double seconds; // of the stretches so far
  private double secondsAtStart; // of the first step
  private long stretchNanos; // when this stretch began
  private long asideNanos; // of this stretch
  private double ownSeconds; // of this worker
  private double evaluationSeconds;
  private long evaluationBlockedNanos;
  private long evaluationBytes;
  private double distance = Double.NaN;
  private double weight = Double.NaN; // of all rows to learn from, when it was needed
  private MixCounts mixing = MixCounts.NONE;
  private final Map<String, Object> choices = new TreeMap<>();
  private Optional<Supplier<Snapshot>> own = Optional.empty();

  /**
   * What a worker trains.
   *
   * @param rows of this worker, with labels as the problem wants them
   * @param judged the rows of this worker on which the loss of the curve is measured
   * @param patience how many evaluations without a lower loss end it; 0: none do
   */
  record Task(Shard rows, Shard judged, Problem problem, Optimizer optimizer, int patience) {}

  /** What came of it. */
  record Outcome(
      long iterations,
      List<Point> curve,
      double seconds,
      double evaluationSeconds,
      List<WorkerTime> times,
      long[] bytesSent,
      MixCounts mixing,
      Map<String, Object> choices) {}

  /** Hears of the progress, on every worker. */
  interface Listener {
    /** Throws an exception that ends the training, if users have cancelled it. */
    void requireNotCancelled();

    /** Hears of a point of the curve. */
    void onPoint(Point point);

    /** Hears that it goes on from where the curve had so many points. */
    void onResume(int points);

    /** Hears of something that the user should know. */
    void onNote(String note);

    /** Returns whether it is time for a checkpoint; one worker who thinks so is enough. */
    boolean wantsCheckpoint();

    /** Hears where the training is; the same on all workers, so that one may write it. */
    void onCheckpoint(Checkpoint checkpoint);
  }

  Trainer(Communicator comm, Task task, Listener listener) {
    this.comm = comm;
    this.task = task;
    this.listener = listener;
    this.meanLoss = new MeanLoss(comm, task.problem());
    this.earlyStop = new EarlyStop(task.patience());
  }

  /**
   * Trains, beginning with these weights, which are changed, or where an earlier run ended.
   *
   * @param loadSeconds what this worker took to load its rows
   * @param job gives the name of the training in checkpoints
   */
  Outcome run(
      float[] weights, double loadSeconds, Supplier<String> job, Optional<Checkpoint> from) {
    if (from.isPresent()) {
      load(from.get().trainer());
      listener.onResume(curve.size());
    }
    seconds = comm.allReduce(seconds, Reduction.MAX); // which differ after a loss
    long bytesBefore = comm.bytesSent();
    comm.barrier(); // so that nobody's clock runs while others still load
    stretchNanos = System.nanoTime();
    long blockedBefore = comm.blockedNanos();
    Watching watch = new Watching(job, from.map(Checkpoint::optimizer));
    long iterations = task.optimizer().run(comm, task.rows(), weights, watch);
    earlyStop.restore(weights);
    double blocked = (comm.blockedNanos() - blockedBefore - evaluationBlockedNanos) / 1e9;
    long[] bytes = new long[comm.size()];
    bytes[comm.rank()] = comm.bytesSent() - bytesBefore - evaluationBytes;
    endStretch();
    comm.allReduce(bytes, Reduction.SUM);
    MixCounts mixed = mixing.sum(comm);
    List<WorkerTime> times = WorkerTime.gather(comm, loadSeconds, ownSeconds, blocked);
    return new Outcome(iterations, curve, seconds, evaluationSeconds, times, bytes, mixed, choices);
  }

  /** Returns the objective over the rows of all workers; the same on all of them. */
  double objective(float[] weights) {
    return meanLoss.objective(task.rows(), weights);
  }

  /**
   * Returns where this worker is whose training cannot go on because another was lost; nothing, if
   * it had not begun. With what others of the new group have, a training can go on from it.
   */
  Optional<Checkpoint> afterLoss(Supplier<String> job) {
    return own.map(where -> new Checkpoint(job.get(), where.get(), save()));
  }

  /** All workers call it together. */
  private double weight() {
    if (Double.isNaN(weight)) {
      weight = meanLoss.weight(task.rows());
    }
    return weight;
  }

  /** Seconds of this worker since the last evaluation. */
  private double stretch() {
    return (System.nanoTime() - stretchNanos - asideNanos) / 1e9;
  }

  /** All workers call it together. */
  private void endStretch() {
    double own = stretch();
    ownSeconds += own;
    seconds += comm.allReduce(own, Reduction.MAX);
    stretchNanos = System.nanoTime();
    asideNanos = 0;
  }

  /** What the optimizer is watched by. */
  private final class Watching implements Optimizer.Watch {
    private final Supplier<String> job;
    private final Optional<Snapshot> start;

    Watching(Supplier<String> job, Optional<Snapshot> start) {
      this.job = job;
      this.start = start;
    }

    @Override
    public boolean onProgress(long examples, float[] weights) {
      return onProgress(examples, weights, OptionalDouble.empty());
    }

    @Override
    public boolean onProgress(long examples, float[] weights, OptionalDouble losses) {
      aside(
          () -> {
            endStretch();
            double loss =
                losses.isPresent() && task.judged() == task.rows()
                    ? losses.getAsDouble() / weight()
                    : meanLoss.of(task.judged(), weights);
            listener.onPoint(note(examples, seconds, loss));
          });
      return earlyStop.goesOn(curve.get(curve.size() - 1).loss(), weights);
    }

    @Override
    public void onPass() {
      listener.requireNotCancelled();
    }

    @Override
    public boolean mayEndEarly() {
      return task.patience() > 0;
    }

    @Override
    public void onPast(long examples, double secondsSinceStart, float[] weights) {
      double loss = meanLoss.of(task.judged(), weights);
      note(examples, secondsAtStart + secondsSinceStart, loss);
    }

    private Point note(long examples, double when, double loss) {
      Point point = new Point(examples, when, loss, distance);
      curve.add(point);
      return point;
    }

    @Override
    public void onAlone(long examples) {
      listener.onPoint(new Point(examples, seconds + stretch(), Double.NaN, Double.NaN));
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
    public void onChoice(String name, Object value) {
      choices.put(name, value);
    }

    @Override
    public void onNote(String note) {
      listener.onNote(note);
    }

    @Override
    public void onStart(Supplier<Snapshot> where) {
      own = Optional.of(where);
      secondsAtStart = seconds + stretch();
    }

    @Override
    public void aside(Runnable work) {
      long begin = System.nanoTime();
      long blockedBefore = comm.blockedNanos();
      long bytesBefore = comm.bytesSent();
      work.run();
      long end = System.nanoTime();
      evaluationBytes += comm.bytesSent() - bytesBefore;
      evaluationBlockedNanos += comm.blockedNanos() - blockedBefore;
      evaluationSeconds += (end - begin) / 1e9;
      asideNanos += end - Math.max(begin, stretchNanos); // the stretch may have begun within it
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      aside(
          () -> {
            if (comm.allReduce(listener.wantsCheckpoint() ? 1 : 0, Reduction.MAX) == 1) {
              listener.onCheckpoint(new Checkpoint(job.get(), snapshot.get(), save()));
              comm.barrier(); // or the time that one takes to write it is that of the others
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
            .with("seconds", seconds + stretch())
            .with("examplesOfCurve", curve.stream().mapToDouble(Point::examples).toArray())
            .with("secondsOfCurve", curve.stream().mapToDouble(Point::seconds).toArray())
            .with("lossOfCurve", curve.stream().mapToDouble(Point::loss).toArray())
            .with("distanceOfCurve", curve.stream().mapToDouble(Point::distance).toArray());
    earlyStop.save(snapshot);
    return snapshot;
  }

  private void load(Snapshot snapshot) {
    seconds = snapshot.number("seconds");
    double[] examples = snapshot.doubles("examplesOfCurve");
    double[] when = snapshot.doubles("secondsOfCurve");
    double[] losses = snapshot.doubles("lossOfCurve");
    double[] distances = snapshot.doubles("distanceOfCurve");
    for (int i = 0; i < examples.length; i++) {
      curve.add(new Point((long) examples[i], when[i], losses[i], distances[i]));
    }
    earlyStop.load(snapshot);
  }
}
