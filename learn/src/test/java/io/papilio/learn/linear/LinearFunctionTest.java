package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.DenseKernels;
import io.papilio.learn.optimize.Line.Point;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
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
            double[] direction = direction(5);
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

  /** Slopes are kept of the last trial, which may be elsewhere than where it goes. */
  @Test
  void shouldHaveTheGradientOfWhereItIs() {
    LocalCluster.run(
        1,
        comm -> {
          LinearFunction function = function(comm, Loss.LOGISTIC);
          requireItsGradient(comm, function);
          function.along(direction(5));
          function.at(0.5);
          requireItsGradient(comm, function); // back from a trial
          function.at(0.5);
          function.at(0.25);
          function.move(0.5); // to the last but one
          requireItsGradient(comm, function);
          function.along(direction(3));
          Point first = function.at(0.5);
          function.along(direction(5)); // it did not go there
          requireItsGradient(comm, function);
          assertNotEquals(first.value(), function.at(0.5).value());
          function.move(0.5); // to the last one
          requireItsGradient(comm, function);
          function.along(direction(3));
          requireItsGradient(comm, function);
          double[] gradient = new double[LENGTH];
          double value = function.gradient(gradient);
          double slope = DenseKernels.dot(gradient, direction(3));
          assertEquals(slope, function.at(0).slope(), 1e-12 * value);
          function.at(0.5);
          function.move(0.5);
          function.move(0.5);
          requireItsGradient(comm, function);
          function.place(direction(4));
          requireItsGradient(comm, function);
        });
  }

  /** In place of the hinge a smooth loss is minimised, whose sum is not what is asked for. */
  @ParameterizedTest
  @EnumSource(Loss.class)
  void shouldKnowTheLossesButNotOfTheHinge(Loss loss) {
    LocalCluster.run(
        1,
        comm -> {
          OptionalDouble losses = function(comm, loss).losses();
          if (loss == Loss.HINGE) {
            assertTrue(losses.isEmpty());
          } else {
            double expected = Examples.value(new Objective(loss, 0, 0), blocks, start());
            assertEquals(expected, losses.getAsDouble(), 1e-12 * expected);
          }
        });
  }

  private LinearFunction function(Communicator comm, Loss loss) {
    return new LinearFunction(comm, Shard.of(blocks), new Objective(loss, 0.7, 0), start());
  }

  private static double[] direction(int factor) {
    double[] direction = new double[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      direction[i] = (i * factor % 7 - 3) / 8.0;
    }
    return direction;
  }

  /** By a function that has never been anywhere else. */
  private void requireItsGradient(Communicator comm, LinearFunction function) {
    LinearFunction other = function(comm, Loss.LOGISTIC);
    other.place(function.weights());
    double[] expected = new double[LENGTH];
    double value = other.gradient(expected);
    assertEquals(value, function.value(), 1e-12 * value);
    double[] gradient = new double[LENGTH];
    assertEquals(value, function.gradient(gradient), 1e-12 * value);
    assertArrayEquals(expected, gradient, 1e-12 * value);
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
