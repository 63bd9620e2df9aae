package io.papilio.learn.job;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Problem;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

/** Losses over the rows of all workers, each of which sees to its own; the same on all of them. */
record MeanLoss(Communicator comm, Problem problem) {
  /** As many threads as this can share the work. */
  private static final int PARTS = 64;

  /** Returns the mean loss of an example. */
  double of(Shard own, float[] weights) {
    double[] sums = lossAndWeight(own, weights);
    return sums[0] / sums[1];
  }

  /** Returns how many examples count, each as often as it does. */
  double weight(Shard own) {
    double sum = 0;
    for (long i = 0; i < own.size(); i++) {
      sum += own.block(i).weight(own.row(i));
    }
    return comm.allReduce(sum, Reduction.SUM);
  }

  /** Returns what is minimised. */
  double objective(Shard own, float[] weights) {
    return problem.objective(lossAndWeight(own, weights)[0], weights);
  }

  private double[] lossAndWeight(Shard own, float[] weights) {
    double[] sums = new double[2];
    own.addUp(
        PARTS,
        sums,
        (from, to, some) -> {
          for (long i = from; i < to; i++) {
            SparseRows block = own.block(i);
            int row = own.row(i);
            some[0] += block.weight(row) * problem.loss(block, row, weights);
            some[1] += block.weight(row);
          }
        });
    comm.allReduce(sums, Reduction.SUM);
    return sums;
  }
}
