package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Optimizer.Watch;
import io.papilio.learn.sync.Averager;
import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.Weights;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.BitSet;
import java.util.function.Predicate;

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
  private static final String WEIGHTS = "weights";

  private final Communicator comm;
  private final Sync sync;
  private final Shard shard;
  private final Loss loss;
  private final Batches batches;
  private final LazyWeights weights;
  private final GradientSum sum; // of all workers; null: each steps by its own
  private final double[] slopes;
  private final Pace.Clock clock;
  private Averager averager = Averager.NONE;
  private StepRule rule;
  private int[] order = {};
  private int epoch;
  private int iteration;
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
    this.clock = sync.clock(comm.rank());
    this.sum = alone ? null : new GradientSum(comm, sync.algorithm(), weights.length(), expected);
  }

  /** What is learned by whom. */
  record Examples(Communicator comm, Sync sync, Shard shard, Loss loss) {}

  /** Returns how many steps it took. */
  long run(StepRule stepRule, int epochs, long seed, Watch watch) {
    rule = stepRule;
    watch.resumed().ifPresent(this::resume);
    watch.onStart(this::own);
    Looks.Workers workers = Looks.Workers.of(sync);
    Looks looks = new Looks(comm, workers, watch, weights.array(), seen(iteration));
    if (sync.isComplete()) {
      epochs(looks, watch, epochs, seed);
      return steps;
    }
    try (Averager own = sync.averager(comm, new Weights(weights.array(), areSparse()), steps)) {
      averager = own;
      epochs(looks, watch, epochs, seed);
      watch.onMixed(own.counts());
    }
    looks.end();
    return steps;
  }

  /** Weights of features that no row has stay zero; to find the others is work, too. */
  private boolean areSparse() {
    BitSet seen = new BitSet(weights.length());
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      for (int entry = rows.start(row); entry < rows.end(row); entry++) {
        seen.set(rows.indices()[entry]);
      }
    }
    int[] most = {seen.cardinality()};
    comm.allReduce(most, Reduction.MAX);
    return 8L * most[0] < weights.length();
  }

  private void epochs(Looks looks, Watch watch, int epochs, long seed) {
    int first = epoch;
    for (; epoch < epochs; epoch++, iteration = 0) {
      if (epoch > first && sync.isInStep()) {
        watch.onCheckpoint(this::snapshot);
      }
      order = Batches.shuffled(shard.size(), seed, comm.rank(), epoch);
      for (int look = 1; look <= LOOKS; look++) {
        int end = (int) ((long) batches.iterations() * look / LOOKS);
        if (iteration < end) {
          iterate(end);
          weights.settle();
          long examples = epoch * batches.rows() + batches.rowsBefore(end);
          if (!looks.look(examples, seen(end))) {
            return;
          }
        }
      }
    }
  }

  /** Examples of this worker, before an iteration. */
  private long seen(int before) {
    return (long) epoch * shard.size() + batches.start(before);
  }

  /** Where this worker is: all there is to know are the weights and the time. */
  private Snapshot own() {
    weights.settle();
    return time().with(WEIGHTS, weights.array());
  }

  private Snapshot time() {
    return new Snapshot(rule.optimizer())
        .with("rate", rule.rate(1))
        .with("epochs", epoch + (double) iteration / batches.iterations())
        .with("steps", steps);
  }

  /** Where all are: with the weights of each, if they differ. */
  private Snapshot snapshot() {
    if (sync.isComplete()) {
      return own();
    }
    Snapshot snapshot = time();
    for (int worker = 0; worker < comm.size(); worker++) {
      float[] copy = weights.array().clone();
      comm.broadcast(copy, worker);
      snapshot.with(weightsOf(worker), copy);
    }
    return snapshot;
  }

  private static String weightsOf(int worker) {
    return WEIGHTS + " of worker " + worker;
  }

  /** If one was lost the others may be a step apart: all go on from where the first of them is. */
  private void resume(Snapshot snapshot) {
    String mine = weightsOf(comm.rank());
    snapshot.of(rule.optimizer());
    float[] then = snapshot.floats(snapshot.has(mine) ? mine : WEIGHTS);
    double[] first = {snapshot.number("epochs"), snapshot.number("steps")};
    double own = first[1];
    comm.allReduce(first, Reduction.MAX);
    if (sync.isComplete()) {
      long[] from = {own == first[1] ? comm.rank() : comm.size()};
      comm.allReduce(from, Reduction.MIN);
      comm.broadcast(then, (int) from[0]);
    }
    System.arraycopy(then, 0, weights.array(), 0, weights.length());
    weights.settle();
    steps = (long) first[1];
    epoch = (int) first[0];
    iteration = (int) Math.round((first[0] - epoch) * batches.iterations());
  }

  private void iterate(int to) {
    long before = batches.rowsBefore(iteration);
    while (iteration < to) {
      long after = batches.rowsBefore(iteration + 1);
      step(after - before);
      before = after;
      iteration++;
    }
  }

  private void step(long rowsOfAll) {
    steps++;
    mix(Averager::beforeStep);
    long start = clock.isFull() ? 0 : System.nanoTime();
    int from = batches.start(iteration);
    int to = batches.start(iteration + 1);
    long rowsOfStep = sum == null ? Math.max(1, to - from) : rowsOfAll;
    double fullRate = rule.rate(steps);
    double rate = fullRate / rowsOfStep;
    double biasRate = rule.biasRate(steps, fullRate) / rowsOfStep;
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
    if (!clock.isFull()) {
      clock.rest(System.nanoTime() - start);
    }
    if (sum != null) {
      sum.takeFrom(weights, rate, biasRate);
    }
    if (rule.radius() < Double.POSITIVE_INFINITY) {
      weights.project(rule.radius());
    }
    mix(Averager::afterStep);
  }

  private void mix(Predicate<Averager> hook) {
    if (averager != Averager.NONE) {
      weights.settle();
      if (hook.test(averager)) {
        weights.settle(); // they are others now
      }
    }
  }
}
