package io.papilio.learn.linear;

import io.papilio.core.schedule.Algorithm;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A sum of gradients as a whole vector: rows are added where they will be summed up, and one pass
 * applies the sum and clears it.
 */
final class DenseSum implements GradientSum {
  private final Communicator comm;
  private final Optional<Algorithm> algorithm;
  private final float[] sum;

  DenseSum(Communicator comm, Optional<Algorithm> algorithm, int weights) {
    this.comm = comm;
    this.algorithm = algorithm;
    this.sum = new float[weights];
  }

  @Override
  public void add(SparseRows rows, int row, double c) {
    LinearKernels.addScaled(rows, row, (float) c, sum);
    sum[sum.length - 1] += (float) c;
  }

  @Override
  public boolean reduce() {
    comm.allReduce(sum, Reduction.SUM, algorithm);
    return true;
  }

  /** Begins to add up; until that is done nobody may touch this. */
  CompletableFuture<Void> reduceLater() {
    return comm.allReduceAsync(sum, Reduction.SUM, algorithm);
  }

  @Override
  public void subtractFrom(LazyWeights weights, double times, double timesOfBias) {
    int bias = sum.length - 1;
    weights.addToBias(-timesOfBias * sum[bias]);
    sum[bias] = 0;
    weights.subtractAndClear(times, sum);
  }

  @Override
  public String exchanged() {
    return "dense gradients";
  }
}
