package io.papilio.learn.linear;

import io.papilio.core.price.Selector;
import io.papilio.core.price.StepPricer;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.optimize.Stepper;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/**
 * Steps along the mean gradient of a batch, for any {@link StepRule}.
 *
 * <pre>
 *   all-reduce   rows -> gradient sum -> all-reduce -> step      the same step on each
 *   alone        rows -> slopes -> step, row by row              O(entries of the batch)
 * </pre>
 */
final class LinearStepper implements Stepper {
  /** To pick weights costs a few times what it costs to average them. */
  private static final int FEW = 4;

  private final StochasticLoop loop;
  private final Loss loss;
  private final LazyWeights weights;
  private final StepRule rule;
  private final boolean exchanges;
  private final GradientSum sum; // of all workers; null: each steps by its own
  private final double[] slopes;
  private long steps; // taken together
  private int ahead; // of no meaning: what was read only to have it near

  LinearStepper(StochasticLoop loop, Loss loss, LazyWeights weights, StepRule rule) {
    requireWeights(loop.shard(), weights.length());
    this.loop = loop;
    this.loss = loss;
    this.weights = weights;
    this.rule = rule;
    this.exchanges = loop.sync().strategy().exchanged() == SyncStrategy.Exchanged.GRADIENTS;
    this.sum =
        exchanges && loop.comm().size() > 1
            ? GradientSum.of(loop.comm(), loop.sync(), weights.length(), entries())
            : null;
    this.slopes = new double[loop.batches().most()];
  }

  /** Checks that there is a weight for every feature, and for the bias. */
  static void requireWeights(Shard shard, int weights) {
    if (shard.features() > weights - 1) {
      throw new IllegalArgumentException(
          "%d features and a bias do not fit %d weights".formatted(shard.features(), weights));
    }
  }

  /** Returns how many entries the rows of a step have, of all workers, about. */
  private long entries() {
    Batches all = loop.batches();
    return all.rowsBefore(1) * all.entries() / Math.max(1, all.rows());
  }

  @Override
  public boolean exchanges() {
    return exchanges;
  }

  @Override
  public void begin(long before, Optional<Snapshot> resumed) {
    steps = before;
  }

  @Override
  public Optional<String> chosenExchange() {
    return Optional.ofNullable(sum).map(GradientSum::exchanged);
  }

  /** As links of the group are taken to be, or were measured. */
  @Override
  public Optional<DoubleSupplier> predictedNanos(int averaged) {
    return Optional.of(() -> nanos(averaged));
  }

  private double nanos(int averaged) {
    int workers = loop.comm().size();
    int length = exchanges ? weights.length() : averaged;
    StepPricer pricer = new StepPricer(new Selector(loop.comm().link()), workers, length);
    SyncStrategy strategy = loop.sync().strategy();
    double computing = pricer.compute((double) entries() / workers);
    return workers == 1
        ? computing
        : computing
            + strategy
                .topology(loop.comm()) // which may have lost workers
                .map(pricer::mixing)
                .orElseGet(() -> strategy.nanos(pricer, OptionalLong.of(entries())));
  }

  @Override
  public void compute(Batch batch, long step) {
    int size = batch.size();
    for (int i = 0; i < size; i++) {
      SparseRows rows = batch.rows(i);
      int row = batch.row(i);
      slopes[i] = loss.slope(weights.margin(rows, row), rows.label(row)) * rows.weight(row);
    }
    if (batch.hasNext()) {
      ahead += LinearKernels.touch(batch.rows(size), batch.row(size));
    }
    if (sum == null) {
      stepAlone(batch, step);
      return;
    }
    for (int i = 0; i < size; i++) {
      if (slopes[i] != 0) {
        sum.add(batch.rows(i), batch.row(i), slopes[i]);
      }
    }
  }

  private void stepAlone(Batch batch, long step) {
    int size = batch.size();
    double fullRate = rule.rate(step);
    double rate = fullRate / Math.max(1, size);
    double biasRate = rule.biasRate(step, fullRate) / Math.max(1, size);
    weights.shrink(rule.keep(step, fullRate));
    for (int i = 0; i < size; i++) {
      if (slopes[i] != 0) {
        weights.add(batch.rows(i), batch.row(i), -rate * slopes[i], -biasRate * slopes[i]);
      }
    }
  }

  @Override
  public void exchange(long step) {
    if (sum == null) {
      project();
    } else if (sum.reduce()) {
      stepTogether();
    }
  }

  @Override
  public void meet(long examples) {
    if (sum != null && sum.finish()) {
      stepTogether();
      weights.settle();
    }
  }

  private void stepTogether() {
    long step = ++steps;
    double fullRate = rule.rate(step);
    long rows = loop.rowsOfStep(step);
    weights.shrink(rule.keep(step, fullRate));
    sum.subtractFrom(weights, fullRate / rows, rule.biasRate(step, fullRate) / rows);
    project();
  }

  private void project() {
    if (rule.radius() < Double.POSITIVE_INFINITY) {
      weights.project(rule.radius());
    }
  }

  @Override
  public void settle() {
    weights.settle();
  }

  /** Weights of features that no row has stay zero. */
  @Override
  public Optional<int[]> used() {
    float[] array = weights.array();
    int[] uses = Batches.frequencies(loop.comm(), loop.shard(), array.length);
    int[] nonZeros = new int[array.length];
    for (int j = 0; j < array.length; j++) {
      nonZeros[j] = array[j] == 0 ? 0 : 1;
    }
    loop.comm().allReduce(nonZeros, Reduction.MAX);
    int bias = array.length - 1;
    int[] used =
        IntStream.range(0, array.length)
            .filter(j -> uses[j] > 0 || nonZeros[j] > 0 || j == bias)
            .toArray();
    return Optional.of(used).filter(some -> (long) FEW * some.length < array.length);
  }

  @Override
  public Snapshot save(Snapshot snapshot) {
    return snapshot.with("rate", rule.rate(1));
  }
}
