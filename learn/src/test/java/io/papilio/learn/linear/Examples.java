package io.papilio.learn.linear;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Generated rows, and workers that learn them. */
final class Examples {
  static final int FEATURES = 23;
  static final int[] WORKERS = {1, 2, 3, 5};
  static final Optimizer.Watch PATIENT = (examples, weights) -> true;

  private Examples() {}

  static LinearProblem problem(Objective objective) {
    return problem(objective, false);
  }

  static LinearProblem problem(Objective objective, boolean inverseFrequency) {
    LinearProblem problem = new LinearProblem(objective, FEATURES);
    return inverseFrequency ? problem.with(LinearProblem.Steps.BY_INVERSE_FREQUENCY) : problem;
  }

  static Sgd pegasos(Objective objective, int epochs, int batch, long seed) {
    LinearProblem problem = problem(objective).with(LinearProblem.Steps.PEGASOS);
    Rate unused = new Rate(Rate.Kind.CONSTANT, 1);
    return new Sgd(problem, epochs, batch, unused, seed, Sync.ALL_REDUCE);
  }

  static Rate rate(double start) {
    return new Rate(Rate.Kind.INVERSE_ROOT, start);
  }

  /** Rows of a noisy linear model, in two blocks; values depend on row and position. */
  static List<SparseRows> blocks(int rows, boolean weighted) {
    RowsBuilder builder = new RowsBuilder();
    SplittableRandom random = new SplittableRandom(rows);
    List<SparseRows> blocks = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      double margin = 0.3;
      for (int j = row % 3; j < FEATURES; j += 1 + random.nextInt(6)) {
        float value = (float) ((j % 5 + 1) * (random.nextDouble() - 0.4) / 2);
        builder.add(j, value);
        margin += value * Math.sin(3 * j + 1);
      }
      float label = margin + random.nextDouble() - 0.5 > 0 ? 1 : -1;
      builder.endRow(label, weighted ? 1 + row % 3 : 1);
      if (row == rows / 3) {
        blocks.add(builder.build());
      }
    }
    blocks.add(builder.build());
    return blocks;
  }

  /** The weights that each worker ends with, from zero. */
  static List<float[]> learn(int workers, Optimizer optimizer, List<SparseRows> blocks) {
    return learn(workers, optimizer, worker -> Shard.of(blocks).part(workers, worker));
  }

  static List<float[]> learn(int workers, Optimizer optimizer, IntFunction<Shard> shards) {
    List<float[]> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      all.add(new float[FEATURES + 1]);
    }
    LocalCluster.run(
        workers,
        comm -> optimizer.run(comm, shards.apply(comm.rank()), all.get(comm.rank()), PATIENT));
    return all;
  }

  /** Written down once more, the slow and plain way. */
  static double value(Objective objective, List<SparseRows> blocks, float[] weights) {
    int bias = weights.length - 1;
    double sum = 0;
    for (SparseRows rows : blocks) {
      for (int row = 0; row < rows.size(); row++) {
        double margin = rows.dot(row, weights) + weights[bias];
        sum += rows.weight(row) * objective.loss().value(margin, rows.label(row));
      }
    }
    for (int i = 0; i < bias; i++) {
      sum += objective.l2() / 2 * weights[i] * weights[i];
      sum += objective.l1() * Math.abs(weights[i]);
    }
    return sum;
  }
}
