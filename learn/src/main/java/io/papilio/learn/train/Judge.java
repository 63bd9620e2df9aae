package io.papilio.learn.train;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Objective;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/** Losses over the rows of all workers, each of which sees to its part; the same on all of them. */
record Judge(Communicator comm, Objective objective, int features) {

  double meanLoss(Shard rows, float[] weights) {
    double[] sums = lossAndCount(rows, weights);
    return sums[0] / sums[1];
  }

  /** Σ loss + l2/2 ‖w‖² + l1 ‖w‖₁. */
  double objective(Shard rows, float[] weights) {
    double squares = 0;
    double absolutes = 0;
    for (int i = 0; i < features; i++) {
      squares += (double) weights[i] * weights[i];
      absolutes += Math.abs(weights[i]);
    }
    double loss = lossAndCount(rows, weights)[0];
    return loss + objective.l2() / 2 * squares + objective.l1() * absolutes;
  }

  private double[] lossAndCount(Shard all, float[] weights) {
    Shard rows = all.part(comm.size(), comm.rank());
    double loss = 0;
    double count = 0;
    float bias = weights[features];
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      double margin = block.dot(row, weights, features) + bias;
      loss += block.weight(row) * objective.loss().value(margin, block.label(row));
      count += block.weight(row);
    }
    double[] sums = {loss, count};
    comm.allReduce(sums, Reduction.SUM);
    return sums;
  }
}
