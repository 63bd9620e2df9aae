package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whether L-BFGS comes within 1 % of the optimum of the hinge, which has no derivative. */
class HingeTest {
  private static final int MOST = 1000;

  /**
   * Returns the optimum by another way: dual coordinate ascent on pairs of rows, so that Σ α y = 0,
   * as the bias is free (sequential minimal optimisation with the most violating pair).
   */
  private static double optimum(List<SparseRows> blocks, double l2) {
    Shard all = Shard.of(blocks);
    int n = (int) all.size();
    double[][] x = new double[n][Examples.FEATURES];
    double[] y = new double[n];
    double[] most = new double[n];
    for (int i = 0; i < n; i++) {
      SparseRows rows = all.block(i);
      int row = all.row(i);
      y[i] = rows.label(row);
      most[i] = rows.weight(row);
      for (int at = rows.start(row); at < rows.end(row); at++) {
        x[i][rows.indices()[at]] = rows.values()[at];
      }
    }
    double[] alpha = new double[n];
    double[] w = new double[Examples.FEATURES];
    for (int step = 0; step < 2_000_000; step++) {
      int up = -1;
      int down = -1;
      double highest = Double.NEGATIVE_INFINITY;
      double lowest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < n; i++) {
        double violation = y[i] - dot(w, x[i]);
        if ((y[i] > 0 ? alpha[i] < most[i] : alpha[i] > 0) && violation > highest) {
          highest = violation;
          up = i;
        }
        if ((y[i] > 0 ? alpha[i] > 0 : alpha[i] < most[i]) && violation < lowest) {
          lowest = violation;
          down = i;
        }
      }
      if (highest - lowest < 1e-7) {
        break;
      }
      double curvature = 1e-12;
      for (int j = 0; j < w.length; j++) {
        curvature += (x[up][j] - x[down][j]) * (x[up][j] - x[down][j]) / l2;
      }
      double room =
          Math.min(
              y[up] > 0 ? most[up] - alpha[up] : alpha[up],
              y[down] > 0 ? alpha[down] : most[down] - alpha[down]);
      double change = Math.min(room, (highest - lowest) / curvature);
      alpha[up] += y[up] * change;
      alpha[down] -= y[down] * change;
      for (int j = 0; j < w.length; j++) {
        w[j] += change / l2 * (x[up][j] - x[down][j]);
      }
    }
    double dual = -l2 / 2 * dot(w, w);
    for (double a : alpha) {
      dual += a;
    }
    return dual;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void assertIsNear(
      double optimum, Objective objective, Optimizer optimizer, List<SparseRows> blocks) {
    for (int workers : new int[] {1, 2, 3}) {
      float[] w = Examples.learn(workers, optimizer, blocks).get(0);
      double value = Examples.value(objective, blocks, w);
      assertTrue(value >= optimum * (1 - 1e-6), value + " below " + optimum);
      assertTrue(value <= optimum * 1.01, optimizer + ": " + value + ", not " + optimum);
    }
  }

  @Test
  void shouldComeWithinOnePercentOfTheOptimum() {
    for (double l2 : new double[] {30, 1, 0.1}) {
      List<SparseRows> blocks = Examples.blocks(240, true);
      double optimum = optimum(blocks, l2);
      Objective objective = new Objective(Loss.HINGE, l2, 0);
      Lbfgs lbfgs = new Lbfgs(objective, MOST, 1e-4);
      assertIsNear(optimum, objective, lbfgs, blocks);
      assertIsNear(optimum, objective, new Hybrid(new Online(objective, 1, 1), lbfgs), blocks);
    }
  }

  /** One row in twenty is positive, so that a bias of zero would be far from the optimum. */
  @Test
  void shouldFindTheBias() {
    RowsBuilder builder = new RowsBuilder();
    SplittableRandom random = new SplittableRandom(4);
    for (int row = 0; row < 200; row++) {
      float y = row % 20 == 0 ? 1 : -1;
      builder.add(0, (float) (random.nextGaussian() + y));
      builder.add(1, (float) (random.nextGaussian() + 5));
      builder.endRow(y, 1);
    }
    List<SparseRows> blocks = List.of(builder.build());
    Objective objective = new Objective(Loss.HINGE, 1, 0);
    assertIsNear(optimum(blocks, 1), objective, new Lbfgs(objective, MOST, 1e-4), blocks);
  }

  /** With l1 the optimum is not known, but no direction leads down by much. */
  @Test
  void shouldComeNearTheOptimumWithL1() {
    List<SparseRows> blocks = Examples.blocks(240, false);
    for (double l2 : new double[] {0, 0.5}) {
      Objective objective = new Objective(Loss.HINGE, l2, 3);
      float[] w = Examples.learn(2, new Lbfgs(objective, MOST, 1e-6), blocks).get(0);
      double value = Examples.value(objective, blocks, w);
      SplittableRandom random = new SplittableRandom(9);
      for (int trial = 0; trial < 4000; trial++) {
        float[] other = w.clone();
        for (int i = 0; i < other.length; i++) {
          double by = trial % 2 == 0 ? random.nextGaussian() : i == trial / 2 % 24 ? 1 : 0;
          other[i] += (float) (by * Math.pow(10, -random.nextDouble() * 4) * (trial % 4 - 1.5));
        }
        assertTrue(Examples.value(objective, blocks, other) > 0.99 * value, "at " + value);
      }
      int zeros = 0;
      for (float weight : w) {
        zeros += weight == 0 ? 1 : 0;
      }
      assertTrue(zeros > 3, zeros + " zeros");
    }
  }

  @Test
  void shouldSayIfItDidNotGetThere() {
    List<SparseRows> blocks = Examples.blocks(240, false);
    for (int most : new int[] {0, 3, MOST}) {
      Lbfgs lbfgs = new Lbfgs(new Objective(Loss.HINGE, 1, 0), most, 1e-4);
      List<String> notes = new ArrayList<>();
      Optimizer.Watch watch =
          new Optimizer.Watch() {
            @Override
            public boolean onProgress(long examples, float[] weights) {
              return true;
            }

            @Override
            public void onNote(String note) {
              notes.add(note);
            }
          };
      LocalCluster.run(
          1, comm -> lbfgs.run(comm, Shard.of(blocks), new float[Examples.FEATURES + 1], watch));
      assertEquals(most == 3 ? 1 : 0, notes.size(), notes.toString());
      assertTrue(most != 3 || notes.get(0).contains("after 3 iterations"), notes.toString());
    }
  }

  @Test
  void shouldBeTheHingeButForItsCorner() {
    for (double width : new double[] {1, 0.5, 0.01}) {
      SmoothHinge smooth = new SmoothHinge(width);
      for (double y : new double[] {-1, 1}) {
        for (double z : new double[] {-3, 0, 1 - width, 1 - width / 2, 1 - width / 8, 1, 1.5}) {
          double hinge = Loss.HINGE.value(y * z, y);
          double value = smooth.value(y * z, y);
          double share = -y * smooth.slope(y * z, y);
          assertTrue(value <= hinge && value >= hinge - width / 2 - 1e-15, "at " + z);
          assertEquals(hinge - value - width * share * share / 2, smooth.excess(y * z, y), 1e-15);
          double h = width / 1e4;
          double rise = smooth.value(y * (z + h), y) - smooth.value(y * (z - h), y);
          assertEquals(rise / (2 * h), y * smooth.slope(y * z, y), 1e-3);
          double bend = smooth.slope(y * (z + h), y) - smooth.slope(y * (z - h), y);
          boolean isCorner = z == 1 || z == 1 - width;
          assertTrue(isCorner || Math.abs(y * bend / (2 * h) - smooth.curvature(y * z, y)) < 1e-3);
        }
      }
    }
  }
}
