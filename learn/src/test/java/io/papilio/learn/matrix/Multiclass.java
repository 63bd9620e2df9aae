package io.papilio.learn.matrix;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Generated rows of several classes, and workers that learn them. */
final class Multiclass {
  static final int CLASSES = 5;
  static final int FEATURES = 19;
  static final int[] WORKERS = {1, 2, 3, 5};
  static final Optimizer.Watch PATIENT = (examples, weights) -> true;

  private Multiclass() {}

  /** Returns what is spelled so; one that only auto chooses is "sparse". */
  static Sync sync(String strategy, String consistency) {
    try {
      return strategy.equals("sparse")
          ? new Sync(new SyncStrategy.FullMatrix(true), Consistency.parse(consistency))
          : Sync.parse(strategy, consistency);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows of a noisy linear model, in two blocks; values depend on row and position. */
  static List<SparseRows> blocks(int rows, boolean weighted) {
    RowsBuilder builder = new RowsBuilder();
    SplittableRandom random = new SplittableRandom(rows);
    List<SparseRows> blocks = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      double[] margins = new double[CLASSES];
      for (int j = row % 3; j < FEATURES; j += 1 + random.nextInt(6)) {
        float value = (float) ((j % 5 + 1) * (random.nextDouble() - 0.4) / 2);
        builder.add(j, value);
        for (int c = 0; c < CLASSES; c++) {
          margins[c] += value * Math.sin(3 * j + 7 * c + 1);
        }
      }
      int best = 0;
      for (int c = 0; c < CLASSES; c++) {
        margins[c] += 0.3 * c + 0.7 * random.nextDouble();
        best = margins[c] > margins[best] ? c : best;
      }
      builder.endRow(best, weighted ? 1 + row % 3 : 1);
      if (row == rows / 3) {
        blocks.add(builder.build());
      }
    }
    blocks.add(builder.build());
    return blocks;
  }

  /** The weights that each worker ends with, from these. */
  static List<float[]> learn(int workers, Optimizer optimizer, Shard all, float[] start) {
    List<float[]> ended = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      ended.add(start.clone());
    }
    LocalCluster.run(
        workers,
        comm ->
            optimizer.run(comm, all.part(workers, comm.rank()), ended.get(comm.rank()), PATIENT));
    return ended;
  }

  static float[] zeros(FactorModel model) {
    return new float[Matrix.length(model.rows(), model.columns())];
  }

  /** Written down once more: Σ weight · loss + l2/2 ‖W‖². */
  static double objective(FactorModel model, Shard all, float[] weights) {
    Matrix matrix = Matrix.of(model, weights.clone());
    double sum = model.l2() / 2 * matrix.squaredNorm();
    for (int i = 0; i < all.size(); i++) {
      SparseRows rows = all.block(i);
      sum += rows.weight(all.row(i)) * model.loss(rows, all.row(i), matrix);
    }
    return sum;
  }

  /** All rows in one batch. */
  static Batch batch(Shard all) {
    long[] order = new long[(int) all.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = order.length - 1 - i;
    }
    return new Batch(all, order, 0, order.length);
  }
}
