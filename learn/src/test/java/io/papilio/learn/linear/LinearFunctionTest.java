package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.DenseKernels;
import io.papilio.learn.optimize.Line.Point;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinearFunctionTest {
  private static final int LENGTH = Examples.FEATURES + 1;
  private static final float STEP = 1.0f / 1024; // exact, as are sums with it
  private final List<SparseRows> blocks = Examples.blocks(61, true);

  private static float[] start() {
    float[] start = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      start[i] = (i * 7 % 11 - 5) / 16f;
    }
    return start;
  }

  @ParameterizedTest
  @EnumSource(value = Loss.class, names = "HINGE", mode = EnumSource.Mode.EXCLUDE)
  void shouldHaveTheGradientOfItsValues(Loss loss) {
    Objective objective = new Objective(loss, 0.7, 0);
    double accuracy = loss == Loss.SQUARED_HINGE ? 0.05 : 1e-3; // its slope has corners
    for (int workers : Examples.WORKERS) {
      LocalCluster.run(
          workers,
          comm -> {
            Shard shard = Shard.of(blocks).part(workers, comm.rank());
            LinearFunction function = new LinearFunction(comm, shard, objective, start());
            double[] gradient = new double[LENGTH];
            double value = function.gradient(gradient);
            assertEquals(Examples.value(objective, blocks, start()), value, 1e-9 * value);
            for (int i = 0; i < LENGTH; i++) {
              float[] more = start();
              float[] less = start();
              more[i] += STEP;
              less[i] -= STEP;
              double rise =
                  Examples.value(objective, blocks, more) - Examples.value(objective, blocks, less);
              assertEquals(rise / (2 * STEP), gradient[i], accuracy, loss + ", weight " + i);
            }
          });
    }
  }

  @ParameterizedTest
  @EnumSource(value = Loss.class, names = "HINGE", mode = EnumSource.Mode.EXCLUDE)
  void shouldKnowTheLine(Loss loss) {
    Objective objective = new Objective(loss, 0.7, 0);
    for (int workers : Examples.WORKERS) {
      LocalCluster.run(
          workers,
          comm -> {
            Shard shard = Shard.of(blocks).part(workers, comm.rank());
            LinearFunction function = new LinearFunction(comm, shard, objective, start());
            double[] gradient = new double[LENGTH];
            function.gradient(gradient);
            double[] direction = new double[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
              direction[i] = (i * 5 % 7 - 3) / 8.0;
            }
            function.along(direction);
            Point point = function.at(0.5);
            function.move(0.5);
            double value = function.gradient(gradient);
            float[] there = new float[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
              there[i] = (float) function.weights()[i];
            }
            assertEquals(Examples.value(objective, blocks, there), value, 1e-9 * value);
            assertEquals(value, point.value(), 1e-9 * value);
            double slope = DenseKernels.dot(gradient, direction);
            assertEquals(slope, point.slope(), 1e-8 * Math.abs(value));
          });
    }
  }

  /** The second difference along each axis, of a function that is a parabola there. */
  @ParameterizedTest
  @EnumSource(
      value = Loss.class,
      names = {"SQUARED", "LOGISTIC"})
  void shouldKnowItsDiagonal(Loss loss) {
    Objective objective = new Objective(loss, 0.7, 0);
    LocalCluster.run(
        3,
        comm -> {
          Shard shard = Shard.of(blocks).part(3, comm.rank());
          double[] inverse = new LinearFunction(comm, shard, objective, start()).inverseDiagonal();
          double value = Examples.value(objective, blocks, start());
          for (int i = 0; i < LENGTH; i++) {
            float[] more = start();
            float[] less = start();
            more[i] += 16 * STEP;
            less[i] -= 16 * STEP;
            double bend =
                Examples.value(objective, blocks, more)
                    + Examples.value(objective, blocks, less)
                    - 2 * value;
            double second = bend / (16 * STEP * 16 * STEP);
            assertEquals(second, 1 / inverse[i], 1e-3 * second, "weight " + i);
          }
        });
  }
}
