package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.DenseKernels;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Line;
import io.papilio.learn.optimize.SmoothFunction;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Softmax as a smooth function, and its minimum. */
class SoftmaxLbfgsTest {
  private static final SoftmaxProblem PROBLEM =
      new SoftmaxProblem(Multiclass.CLASSES, Multiclass.FEATURES, 0.7);
  private static final Softmax SOFTMAX = PROBLEM.model();
  private static final int LENGTH = Multiclass.CLASSES * (Multiclass.FEATURES + 1);
  private static final float STEP = 1.0f / 64;
  private final Shard all = Shard.of(Multiclass.blocks(61, true));

  private static float[] start() {
    float[] start = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      start[i] = (i * 7 % 11 - 5) / 16f;
    }
    return start;
  }

  private double value(float[] weights) {
    return Multiclass.objective(SOFTMAX, all, weights);
  }

  @Test
  void shouldHaveTheDerivativesOfItsValues() {
    double here = value(start());
    for (int workers : Multiclass.WORKERS) {
      LocalCluster.run(
          workers,
          comm -> {
            Shard shard = all.part(workers, comm.rank());
            SmoothFunction function = PROBLEM.function(comm, shard, start());
            double[] gradient = new double[LENGTH];
            assertEquals(here, function.gradient(gradient), 1e-4 * here);
            assertEquals(here, function.value(), 1e-4 * here);
            double[] inverse = function.inverseDiagonal();
            for (int i = 0; i < LENGTH; i++) {
              double more = along(function, i, STEP).value();
              double less = along(function, i, -STEP).value();
              assertEquals((more - less) / (2 * STEP), gradient[i], 5e-3, "weight " + i);
              double bend = (more + less - 2 * function.value()) / (STEP * STEP);
              assertEquals(bend, 1 / inverse[i], 0.01 * bend, "weight " + i);
            }
          });
    }
  }

  /** Also asserts that the slope is the one that the gradient has there. */
  private static Line.Point along(SmoothFunction function, int weight, double step) {
    double[] direction = new double[LENGTH];
    direction[weight] = 1;
    function.along(direction);
    Line.Point point = function.at(step);
    function.move(step);
    double[] gradient = new double[LENGTH];
    assertEquals(function.gradient(gradient), point.value(), 1e-9 * point.value());
    assertEquals(DenseKernels.dot(gradient, direction), point.slope(), 1e-9 * point.value());
    function.move(-step);
    return point;
  }

  @Test
  void shouldEndAtTheOptimumWithAnyNumberOfWorkers() {
    float[] expected = new float[0];
    for (int workers : Multiclass.WORKERS) {
      List<float[]> ended =
          Multiclass.learn(workers, new Lbfgs(PROBLEM, 300, 1e-10), all, new float[LENGTH]);
      for (float[] weights : ended) {
        assertArrayEquals(ended.get(0), weights);
      }
      expected = expected.length == 0 ? ended.get(0) : expected;
      assertArrayEquals(expected, ended.get(0), 1e-3f);
      LocalCluster.run(
          1,
          comm -> {
            double[] gradient = new double[LENGTH];
            PROBLEM.function(comm, all, ended.get(0)).gradient(gradient);
            double norm = Math.sqrt(DenseKernels.dot(gradient, gradient));
            assertTrue(norm < 1e-3, workers + " workers: gradient " + norm);
          });
    }
  }

  @Test
  void shouldRefuseRowsThatDoNotFit() {
    LocalCluster.run(
        1,
        comm -> {
          SoftmaxProblem small = new SoftmaxProblem(Multiclass.CLASSES, 2, 1);
          float[] weights = new float[3 * Multiclass.CLASSES];
          assertThrows(IllegalArgumentException.class, () -> small.function(comm, all, weights));
        });
  }
}
