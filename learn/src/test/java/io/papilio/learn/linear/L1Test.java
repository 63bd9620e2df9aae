package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What l1 does: weights are zero unless they are worth more than it costs. */
class L1Test {
  private static final int LENGTH = Examples.FEATURES + 1;
  private final List<SparseRows> blocks = Examples.blocks(150, true);

  private static int nonZeros(float[] w) {
    int count = 0;
    for (int i = 0; i < LENGTH - 1; i++) {
      count += w[i] == 0 ? 0 : 1;
    }
    return count;
  }

  /** The gradient of all but l1 ‖w‖₁. */
  private double[] gradient(Objective objective, float[] w) {
    double[] gradient = new double[LENGTH];
    LocalCluster.run(
        1, comm -> new LinearFunction(comm, Shard.of(blocks), objective, w).gradient(gradient));
    return gradient;
  }

  /** The corner of a zero weight holds; others are where their slopes are l1 towards zero. */
  private void assertIsOptimum(Objective objective, float[] w, String name) {
    double[] gradient = gradient(objective, w);
    for (int i = 0; i < LENGTH; i++) {
      double l1 = i < LENGTH - 1 ? objective.l1() : 0;
      double wanted = w[i] != 0 ? -l1 * Math.signum(w[i]) : gradient[i];
      assertEquals(wanted, gradient[i], 1e-3, name + ", weight " + i + " = " + w[i]);
      assertTrue(Math.abs(gradient[i]) <= l1 + 1e-3, name + ", weight " + i + ": " + gradient[i]);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Loss.class, names = "HINGE", mode = EnumSource.Mode.EXCLUDE)
  void shouldEndAtAnOptimum(Loss loss) {
    for (double l2 : new double[] {0, 0.7}) {
      Objective objective = new Objective(loss, l2, 4);
      Lbfgs lbfgs = new Lbfgs(objective, 500, 0);
      Hybrid hybrid = new Hybrid(new Online(objective, 1, 1), lbfgs);
      for (int workers : Examples.WORKERS) {
        for (Optimizer optimizer : new Optimizer[] {lbfgs, hybrid}) {
          float[] w = Examples.learn(workers, optimizer, blocks).get(workers - 1);
          assertIsOptimum(objective, w, optimizer + " by " + workers);
          int nonZeros = nonZeros(w);
          assertTrue(nonZeros > 2 && nonZeros < LENGTH - 5, nonZeros + " weights are not zero");
        }
      }
    }
  }

  @Test
  void shouldDescendAtEveryIteration() {
    Objective objective = new Objective(Loss.LOGISTIC, 0.1, 2);
    double[] before = {Double.POSITIVE_INFINITY};
    LocalCluster.run(
        1,
        comm ->
            new Lbfgs(objective, 50, 1e-7)
                .run(
                    comm,
                    Shard.of(blocks),
                    new float[LENGTH],
                    (examples, w) -> {
                      double value = Examples.value(objective, blocks, w);
                      assertTrue(value < before[0] * (1 + 1e-6), value + " after " + before[0]);
                      before[0] = value;
                      return true;
                    }));
    assertTrue(before[0] < Double.POSITIVE_INFINITY);
  }

  @Test
  void shouldLeaveTheBiasAlone() {
    Objective objective = new Objective(Loss.LOGISTIC, 0, 1e4);
    for (Optimizer optimizer :
        new Optimizer[] {new Lbfgs(objective, 100, 0), new Online(objective, 3, 1)}) {
      float[] w = Examples.learn(2, optimizer, blocks).get(0);
      assertEquals(0, nonZeros(w));
      assertTrue(w[LENGTH - 1] != 0);
    }
    float[] w = Examples.learn(2, new Lbfgs(objective, 100, 0), blocks).get(0);
    double positive = 0;
    double negative = 0;
    for (SparseRows rows : blocks) {
      for (int row = 0; row < rows.size(); row++) {
        positive += rows.label(row) > 0 ? rows.weight(row) : 0;
        negative += rows.label(row) > 0 ? 0 : rows.weight(row);
      }
    }
    assertEquals(Math.log(positive / negative), w[LENGTH - 1], 1e-5);
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void shouldBeSparseOnline(Loss loss) {
    for (int workers : new int[] {1, 2, 3}) {
      int before = LENGTH;
      for (double l1 : new double[] {0, 12}) {
        Objective objective = new Objective(loss, 0.1, l1);
        float[] w = Examples.learn(workers, new Online(objective, 5, 1), blocks).get(0);
        String name = nonZeros(w) + " with l1 = " + l1 + " by " + workers;
        assertTrue(nonZeros(w) < before && nonZeros(w) > 0, name + " after " + before);
        before = nonZeros(w);
        float[] untrained = new float[LENGTH];
        double value = Examples.value(objective, blocks, w);
        assertTrue(value < Examples.value(objective, blocks, untrained), name + ": " + value);
      }
    }
  }
}
