package io.papilio.bench;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Lbfgs;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.LocalCluster;

/** Σ log loss + ½ ‖w‖², without the bias in the norm: the same formula for whoever made w. */
final class LogisticFit {
  private static final int MOST_ITERATIONS = 2000;
  private static final double LEAST_GAIN = 1e-11;

  private LogisticFit() {}

  /** At these weights, of which the last is the bias. */
  static double objective(Shard rows, double[] weights) {
    int bias = weights.length - 1;
    double sum = 0;
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      double margin = weights[bias];
      for (int entry = block.start(row); entry < block.end(row); entry++) {
        margin += block.values()[entry] * weights[block.indices()[entry]];
      }
      sum += block.weight(row) * Loss.LOGISTIC.value(margin, block.label(row));
    }
    double squares = 0;
    for (int i = 0; i < bias; i++) {
      squares += weights[i] * weights[i];
    }
    return sum + squares / 2;
  }

  static double[] doubles(float[] floats) {
    double[] doubles = new double[floats.length];
    for (int i = 0; i < floats.length; i++) {
      doubles[i] = floats[i];
    }
    return doubles;
  }

  /** The least there is, by a long run of L-BFGS. */
  static double optimum(Dataset data) {
    float[][] best = new float[1][];
    LocalCluster.run(
        Runtime.getRuntime().availableProcessors(),
        comm -> {
          float[] weights = new float[data.features() + 1];
          new Lbfgs(Exercise.REGULARISED, MOST_ITERATIONS, LEAST_GAIN)
              .run(
                  comm, data.rows().part(comm.size(), comm.rank()), weights, (examples, w) -> true);
          if (comm.rank() == 0) {
            best[0] = weights;
          }
        });
    return objective(data.rows(), doubles(best[0]));
  }
}
