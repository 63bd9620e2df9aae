package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.DenseKernels;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LbfgsTest {
  private static final int LENGTH = Examples.FEATURES + 1;

  /** By plain gradient descent, with a step that is safe as no curvature is larger. */
  private static double[] descended(Objective objective, List<SparseRows> blocks) {
    double[] w = new double[LENGTH];
    LocalCluster.run(
        1,
        comm -> {
          Shard all = Shard.of(blocks);
          LinearFunction function = new LinearFunction(comm, all, objective, new float[LENGTH]);
          double[] g = new double[LENGTH];
          double curvature = objective.l2();
          for (int i = 0; i < all.size(); i++) {
            double squares = 1;
            SparseRows rows = all.block(i);
            for (int at = rows.start(all.row(i)); at < rows.end(all.row(i)); at++) {
              squares += rows.values()[at] * rows.values()[at];
            }
            curvature += 2 * squares * rows.weight(all.row(i));
          }
          for (int i = 0; i < 40_000; i++) {
            function.gradient(g);
            DenseKernels.addScaled(w, -1 / curvature, g);
            function.along(g);
            function.move(-1 / curvature);
          }
        });
    return w;
  }

  @ParameterizedTest
  @EnumSource(value = Loss.class, names = "HINGE", mode = EnumSource.Mode.EXCLUDE)
  void shouldReachTheOptimumWithAnyNumberOfWorkers(Loss loss) {
    List<SparseRows> blocks = Examples.blocks(97, true);
    Objective objective = new Objective(loss, 2, 0);
    double[] expected = descended(objective, blocks);
    for (int workers : Examples.WORKERS) {
      float[] w = Examples.learn(workers, new Lbfgs(objective, 200, 0), blocks).get(0);
      for (int i = 0; i < LENGTH; i++) {
        assertEquals(expected[i], w[i], 1e-6, loss + ", weight " + i + " by " + workers);
      }
    }
  }

  /** One feature and a bias: y ≈ a x + b, with l2 on a, has a formula. */
  @Test
  void shouldSolveARegression() {
    RowsBuilder builder = new RowsBuilder();
    double n = 0;
    double x1 = 0;
    double x2 = 0;
    double y1 = 0;
    double xy = 0;
    for (int i = 0; i < 20; i++) {
      float x = i / 4f;
      float y = 3 + x * x;
      builder.add(0, x);
      builder.endRow(y, 1);
      n++;
      x1 += x;
      x2 += x * x;
      y1 += y;
      xy += x * y;
    }
    double a = (n * xy - x1 * y1) / (n * (x2 + 0.5) - x1 * x1);
    double b = (y1 - a * x1) / n;
    SparseRows rows = builder.build();
    LocalCluster.run(
        2,
        comm -> {
          float[] w = new float[2];
          Shard shard = Shard.of(List.of(rows)).part(2, comm.rank());
          Lbfgs lbfgs = new Lbfgs(new Objective(Loss.SQUARED, 0.5, 0), 50, 0);
          lbfgs.run(comm, shard, w, Examples.PATIENT);
          assertArrayEquals(new float[] {(float) a, (float) b}, w, 1e-5f);
        });
  }

  @Test
  void shouldTakeARowOfWeightTwoAsTwoRows() {
    RowsBuilder twice = new RowsBuilder();
    RowsBuilder heavy = new RowsBuilder();
    Shard all = Shard.of(Examples.blocks(60, false));
    for (int i = 0; i < all.size(); i++) {
      SparseRows rows = all.block(i);
      int row = all.row(i);
      copy(rows, row, heavy, i % 3 == 0 ? 2 : 1);
      for (int times = i % 3 == 0 ? 2 : 1; times > 0; times--) {
        copy(rows, row, twice, 1);
      }
    }
    Lbfgs lbfgs = new Lbfgs(new Objective(Loss.LOGISTIC, 1, 0), 100, 0);
    float[] expected = Examples.learn(2, lbfgs, List.of(twice.build())).get(0);
    float[] actual = Examples.learn(2, lbfgs, List.of(heavy.build())).get(0);
    assertArrayEquals(expected, actual, 1e-6f);
  }

  private static void copy(SparseRows rows, int row, RowsBuilder into, float weight) {
    for (int at = rows.start(row); at < rows.end(row); at++) {
      into.add(rows.indices()[at], rows.values()[at]);
    }
    into.endRow(rows.label(row), weight);
  }

  @Test
  void shouldDescendAtEveryIterationAndStopAtTheTolerance() {
    List<SparseRows> blocks = Examples.blocks(200, false);
    Objective objective = new Objective(Loss.LOGISTIC, 0.1, 0);
    List<Integer> iterations = new ArrayList<>();
    for (double tolerance : new double[] {1e-1, 1e-3, 1e-6, 0}) {
      LocalCluster.run(
          1,
          comm -> {
            List<Double> values = new ArrayList<>();
            new Lbfgs(objective, 500, tolerance)
                .run(
                    comm,
                    Shard.of(blocks),
                    new float[LENGTH],
                    (examples, w) -> {
                      values.add(Examples.value(objective, blocks, w));
                      assertEquals(200L * (values.size() + 1), examples);
                      return true;
                    });
            for (int i = 1; i < values.size(); i++) {
              assertTrue(values.get(i) <= values.get(i - 1) * (1 + 1e-6));
              double share = (values.get(i - 1) - values.get(i)) / values.get(i);
              boolean isLast = i == values.size() - 1;
              assertTrue(isLast || tolerance < 1e-3 || share > tolerance, "goes on for nothing");
            }
            iterations.add(values.size());
          });
    }
    assertEquals(iterations.stream().distinct().sorted().toList(), iterations);
    assertTrue(iterations.get(3) < 200, iterations + " iterations");
  }

  @Test
  void shouldNotRegulariseTheBias() {
    List<SparseRows> blocks = Examples.blocks(97, false);
    float[] w =
        Examples.learn(2, new Lbfgs(new Objective(Loss.SQUARED, 1e9, 0), 50, 0), blocks).get(0);
    double mean = 0;
    for (SparseRows rows : blocks) {
      for (int row = 0; row < rows.size(); row++) {
        mean += rows.label(row) / 97;
      }
    }
    assertEquals(mean, w[LENGTH - 1], 1e-5);
    assertEquals(0, w[0], 1e-5);
  }

  /** So many rows that threads share them, and pay for gradients of their own. */
  @ParameterizedTest
  @EnumSource(
      value = Loss.class,
      names = {"LOGISTIC", "HINGE"})
  void shouldGiveTheSameBitsByAnyThreads(Loss loss) {
    List<SparseRows> many = Examples.blocks(4000, true);
    Lbfgs lbfgs = new Lbfgs(new Objective(loss, 1, 0), 20, 1e-9);
    float[] expected = Examples.learn(1, lbfgs, worker -> Shard.of(many)).get(0);
    for (int threads = 2; threads <= 5; threads++) {
      int count = threads;
      assertArrayEquals(
          expected, Examples.learn(1, lbfgs, worker -> Shard.of(many).on(count)).get(0));
    }
  }
}
