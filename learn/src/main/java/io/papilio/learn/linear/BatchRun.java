package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Optimizer.Watch;
import io.papilio.learn.sync.Averager;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.comm.Communicator;

/**
 * Epochs of steps along the mean gradient of a batch, for any {@link StepRule}.
 *
 * <pre>
 *   all-reduce   rows -> gradient sum -> all-reduce -> step      the same step on each
 *   mixing       average -> rows -> step, or rows -> step -> average with some others
 *   alone        rows -> slopes -> step, row by row              O(entries of the batch)
 * </pre>
 */
final class BatchRun {
  private static final int LOOKS = 20; // an epoch

  private final Communicator comm;
  private final Sync sync;
  private final Shard shard;
  private final Loss loss;
  private final Batches batches;
  private final LazyWeights weights;
  private final GradientSum sum; // of all workers; null: each steps by its own
  private final double[] slopes;
  private Averager averager = Averager.NONE;
  private StepRule rule;
  private int[] order = {};
  private long steps;
  private int ahead; // of no meaning: what was read only to have it near

  BatchRun(Examples examples, Batches batches, LazyWeights weights) {
    this.comm = examples.comm;
    this.sync = examples.sync;
    this.shard = examples.shard;
    this.loss = examples.loss;
    this.batches = batches;
    this.weights = weights;
    this.slopes = new double[batches.start(1)];
    long expected = batches.rowsBefore(1) * batches.entries() / batches.rows();
    boolean alone = comm.size() == 1 || !sync.isComplete();
    this.sum = alone ? null : new GradientSum(comm, sync.algorithm(), weights.length(), expected);
  }

  /** What is learned by whom. */
  record Examples(Communicator comm, Sync sync, Shard shard, Loss loss) {}

  /** Returns how many steps it took. */
  long run(StepRule stepRule, int epochs, long seed, Watch watch) {
    rule = stepRule;
    int first = watch.resumed().map(this::resume).orElse(0);
    Looks looks = new Looks(comm, sync, watch, weights.array());
    if (sync.isComplete()) {
      epochs(looks, watch, first, epochs, seed);
      return steps;
    }
    try (Averager own = sync.strategy().averager(comm, sync.consistency(), weights.array())) {
      averager = own;
      epochs(looks, watch, first, epochs, seed);
    }
    looks.end();
    return steps;
  }

  private void epochs(Looks looks, Watch watch, int first, int epochs, long seed) {
    for (int epoch = first; epoch < epochs; epoch++) {
      if (epoch > first && sync.isComplete()) {
        int done = epoch;
        watch.onCheckpoint(() -> snapshot(done));
      }
      order = Batches.shuffled(shard.size(), seed, comm.rank(), epoch);
      int iteration = 0;
      for (int look = 1; look <= LOOKS; look++) {
        int end = (int) ((long) batches.iterations() * look / LOOKS);
        if (iteration < end) {
          iterate(iteration, end);
          iteration = end;
          weights.settle();
          long examples = epoch * batches.rows() + batches.rowsBefore(end);
          long own = (long) epoch * shard.size() + batches.start(end);
          if (!looks.look(examples, own)) {
            return;
          }
        }
      }
    }
  }

  /** Between epochs all there is to know are the weights, which are settled, and the time. */
  private Snapshot snapshot(int epochs) {
    return new Snapshot(rule.optimizer())
        .with("weights", weights.array())
        .with("rate", rule.rate(1))
        .with("epochs", epochs)
        .with("steps", steps);
  }

  /** Returns how many epochs are done. */
  private int resume(Snapshot snapshot) {
    float[] then = snapshot.of(rule.optimizer()).floats("weights");
    System.arraycopy(then, 0, weights.array(), 0, weights.length());
    weights.settle();
    steps = snapshot.whole("steps");
    return (int) snapshot.whole("epochs");
  }

  private void iterate(int from, int to) {
    long before = batches.rowsBefore(from);
    for (int iteration = from; iteration < to; iteration++) {
      long after = batches.rowsBefore(iteration + 1);
      step(iteration, after - before);
      before = after;
    }
  }

  private void step(int iteration, long rowsOfAll) {
    steps++;
    int from = batches.start(iteration);
    int to = batches.start(iteration + 1);
    long rowsOfStep = sum == null ? Math.max(1, to - from) : rowsOfAll;
    double fullRate = rule.rate(steps);
    double rate = fullRate / rowsOfStep;
    double biasRate = rule.biasRate(steps, fullRate) / rowsOfStep;
    if (averager != Averager.NONE) {
      weights.settle();
      if (averager.beforeStep()) {
        weights.settle(); // they are others now
      }
    }
    for (int i = from; i < to; i++) {
      SparseRows rows = shard.block(order[i]);
      int row = shard.row(order[i]);
      double slope = loss.slope(weights.margin(rows, row), rows.label(row)) * rows.weight(row);
      slopes[i - from] = slope;
    }
    if (to < order.length) {
      ahead += LinearKernels.touch(shard.block(order[to]), shard.row(order[to]));
    }
    weights.shrink(rule.keep(steps, fullRate));
    for (int i = from; i < to; i++) {
      double slope = slopes[i - from];
      if (slope != 0) {
        SparseRows rows = shard.block(order[i]);
        int row = shard.row(order[i]);
        if (sum == null) {
          weights.add(rows, row, -rate * slope, -biasRate * slope);
        } else {
          sum.add(rows, row, slope);
        }
      }
    }
    if (sum != null) {
      sum.takeFrom(weights, rate, biasRate);
    }
    if (rule.radius() < Double.POSITIVE_INFINITY) {
      weights.project(rule.radius());
    }
    if (averager != Averager.NONE) {
      weights.settle();
      if (averager.afterStep()) {
        weights.settle();
      }
    }
  }
}
