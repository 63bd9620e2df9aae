package io.papilio.learn.linear;

import io.papilio.core.schedule.Algorithm;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Sums of gradients that travel while the next gradient is computed: each is there one step late,
 * on all workers, which so have the same weights.
 *
 * <pre>
 *   step        1             2                  3
 *   compute     gradient 1    gradient 2         gradient 3
 *   travels                   sum 1              sum 2
 *   apply                          sum 1              sum 2
 * </pre>
 */
final class LateSum implements GradientSum {
  private final Communicator comm;
  private DenseSum next; // to which rows are added
  private DenseSum other; // under way, or to be subtracted
  private CompletableFuture<Void> underWay; // null: none is

  LateSum(Communicator comm, Optional<Algorithm> algorithm, int weights) {
    this.comm = comm;
    this.next = new DenseSum(comm, algorithm, weights);
    this.other = new DenseSum(comm, algorithm, weights);
  }

  @Override
  public void add(SparseRows rows, int row, double c) {
    next.add(rows, row, c);
  }

  @Override
  public boolean reduce() {
    boolean hasCome = finish();
    underWay = next.reduceLater();
    DenseSum come = other;
    other = next;
    next = come; // once it is subtracted
    return hasCome;
  }

  @Override
  public boolean finish() {
    if (underWay == null) {
      return false;
    }
    comm.context().await(underWay);
    underWay = null;
    return true;
  }

  @Override
  public void subtractFrom(LazyWeights weights, double times, double timesOfBias) {
    (underWay == null ? other : next).subtractFrom(weights, times, timesOfBias);
  }

  @Override
  public String exchanged() {
    return "dense gradients, a step late";
  }
}
