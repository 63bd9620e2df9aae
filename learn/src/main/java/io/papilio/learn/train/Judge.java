package io.papilio.learn.train;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/** Losses over the rows of all workers, each of which sees to its part; the same on all of them. */
record Judge(Communicator comm, Goal goal) {

  double meanLoss(Shard rows, float[] weights) {
    double[] sums = lossAndCount(rows, weights);
    return sums[0] / sums[1];
  }

  double objective(Shard rows, float[] weights) {
    return goal.objective(lossAndCount(rows, weights)[0], weights);
  }

  private double[] lossAndCount(Shard all, float[] weights) {
    Shard rows = all.part(comm.size(), comm.rank());
    double loss = 0;
    double count = 0;
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      loss += block.weight(row) * goal.loss(block, row, weights);
      count += block.weight(row);
    }
    double[] sums = {loss, count};
    comm.allReduce(sums, Reduction.SUM);
    return sums;
  }
}
