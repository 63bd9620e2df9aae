package io.papilio.learn.train;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Optimizer;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.ArrayList;
import java.util.List;

/**
 * One worker's part of a training: all workers call it together, and all get the same weights.
 *
 * <pre>
 *   all rows --shard--> optimizer --every now and then--> loss on the rows to evaluate --> curve
 * </pre>
 *
 * The clock stands still while something is evaluated.
 */
public final class Trainer {
  private final Communicator comm;
  private final Task task;
  private final Listener listener;
  private final List<Point> curve = new ArrayList<>();
  private long startNanos;
  private long evaluatingNanos;

  /**
   * What all workers know.
   *
   * @param rows of all workers; labels are −1 and +1 if the loss is of two classes
   * @param judged the rows on which the loss of the curve is measured
   * @param features how many weights there are beside the bias
   */
  public record Task(
      Shard rows, Shard judged, int features, Objective objective, Optimizer optimizer) {}

  /** The mean loss after so many examples of all workers, and so many seconds of training. */
  public record Point(long examples, double seconds, double loss) {}

  /** What came of it; the last weight is the bias. */
  public record Outcome(
      float[] weights,
      long iterations,
      List<Point> curve,
      double seconds,
      double evaluatingSeconds,
      long[] bytesSent) {

    /** Of all workers together. */
    public long examples() {
      return curve.isEmpty() ? 0 : curve.get(curve.size() - 1).examples();
    }
  }

  /** Hears of the progress, on every worker. */
  @FunctionalInterface
  public interface Listener {
    /** Returns whether to go on; all workers must return the same. */
    boolean onPoint(Point point);
  }

  public Trainer(Communicator comm, Task task, Listener listener) {
    this.comm = comm;
    this.task = task;
    this.listener = listener;
  }

  /** Trains, beginning with these weights, which are changed. */
  public Outcome run(float[] weights) {
    if (weights.length != task.features() + 1) {
      throw new IllegalArgumentException(
          "%d weights for %d features and a bias".formatted(weights.length, task.features()));
    }
    long bytesBefore = comm.bytesSent();
    comm.barrier(); // so that nobody's clock runs while others still load
    startNanos = System.nanoTime();
    Shard shard = task.rows().part(comm.size(), comm.rank());
    long iterations = task.optimizer().run(comm, shard, weights, this::look);
    double seconds = seconds();
    long[] bytes = new long[comm.size()];
    bytes[comm.rank()] = comm.bytesSent() - bytesBefore;
    comm.allReduce(bytes, Reduction.SUM);
    return new Outcome(weights, iterations, curve, seconds, evaluatingNanos / 1e9, bytes);
  }

  private double seconds() {
    return (System.nanoTime() - startNanos - evaluatingNanos) / 1e9;
  }

  private boolean look(long examples, float[] weights) {
    double[] seconds = {seconds()};
    long begin = System.nanoTime();
    comm.allReduce(seconds, Reduction.MAX);
    Point point = new Point(examples, seconds[0], meanLoss(task.judged(), weights));
    curve.add(point);
    boolean goesOn = listener.onPoint(point);
    evaluatingNanos += System.nanoTime() - begin;
    return goesOn;
  }

  /** Of all these rows, each worker seeing to its part; the same on all of them. */
  private double meanLoss(Shard rows, float[] weights) {
    double[] sums = lossOf(rows.part(comm.size(), comm.rank()), weights);
    comm.allReduce(sums, Reduction.SUM);
    return sums[0] / sums[1];
  }

  /** Σ loss + λ/2 ‖w‖² + l1 ‖w‖₁ over the rows of all workers; the same on all of them. */
  public double objective(float[] weights) {
    double[] sums = lossOf(task.rows().part(comm.size(), comm.rank()), weights);
    comm.allReduce(sums, Reduction.SUM);
    double squares = 0;
    double absolutes = 0;
    for (int i = 0; i < task.features(); i++) {
      squares += (double) weights[i] * weights[i];
      absolutes += Math.abs(weights[i]);
    }
    return sums[0] + task.objective().l2() / 2 * squares + task.objective().l1() * absolutes;
  }

  private double[] lossOf(Shard rows, float[] weights) {
    double loss = 0;
    double count = 0;
    float bias = weights[task.features()];
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      double margin = block.dot(row, weights, task.features()) + bias;
      loss += block.weight(row) * task.objective().loss().value(margin, block.label(row));
      count += block.weight(row);
    }
    return new double[] {loss, count};
  }
}
