package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Optimizer.Watch;
import io.papilio.runtime.comm.Communicator;

/**
 * Epochs of steps along the mean gradient of a batch, for any {@link StepRule}.
 *
 * <pre>
 *   many workers   rows -> gradient sum -> all-reduce -> step      the same step on each
 *   one worker     rows -> slopes -> step, row by row              O(entries of the batch)
 * </pre>
 */
final class BatchRun {
  private static final int LOOKS = 20; // an epoch

  private final Communicator comm;
  private final Shard shard;
  private final Loss loss;
  private final Batches batches;
  private final LazyWeights weights;
  private final GradientSum sum;
  private final double[] slopes;
  private StepRule rule;
  private int[] order = {};
  private long steps;
  private int ahead; // of no meaning: what was read only to have it near

  BatchRun(Communicator comm, Shard shard, Loss loss, Batches batches, LazyWeights weights) {
    this.comm = comm;
    this.shard = shard;
    this.loss = loss;
    this.batches = batches;
    this.weights = weights;
    this.slopes = new double[batches.start(1)];
    long expected = batches.rowsBefore(1) * batches.entries() / batches.rows();
    this.sum = comm.size() == 1 ? null : new GradientSum(comm, weights.length(), expected);
  }

  /** Returns how many steps it took. */
  long run(StepRule stepRule, int epochs, long seed, Watch watch) {
    rule = stepRule;
    int first = watch.resumed().map(this::resume).orElse(0);
    for (int epoch = first; epoch < epochs; epoch++) {
      if (epoch > first) {
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
          if (!watch.onProgress(examples, weights.array())) {
            return steps;
          }
        }
      }
    }
    return steps;
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
    double fullRate = rule.rate(steps);
    double rate = fullRate / rowsOfAll;
    double biasRate = rule.biasRate(steps, fullRate) / rowsOfAll;
    int from = batches.start(iteration);
    int to = batches.start(iteration + 1);
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
  }
}
