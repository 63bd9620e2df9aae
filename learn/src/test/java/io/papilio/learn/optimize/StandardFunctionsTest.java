package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Functions that minimisers are tested by, from their usual starting points, down to the minima
 * that are published.
 *
 * <p>Moré, Garbow and Hillstrom: Testing Unconstrained Optimization Software (1981). Names and
 * numbers in brackets are theirs.
 */
class StandardFunctionsTest {
  private static void assertReaches(
      double minimum, Function<double[], double[]> residuals, double... start) {
    assertReaches(minimum, PlainFunction.squares(residuals, start));
  }

  private static void assertReaches(double minimum, PlainFunction function) {
    double first = function.value();
    long iterations = function.minimise(2000, 0, (examples, weights) -> true);
    double reached = function.value();
    String name = "%s after %d from %s".formatted(reached, iterations, first);
    assertEquals(minimum, reached, 1e-5 * minimum + 1e-9 * Math.min(1, first), name);
    assertTrue(iterations < 600, name);
  }

  private static double square(double x) {
    return x * x;
  }

  private static double[] each(int count, Function<Integer, Double> of) {
    double[] all = new double[count];
    Arrays.setAll(all, i -> of.apply(i));
    return all;
  }

  @Test
  void shouldMinimiseRosenbrock() { // (1)
    Function<double[], double[]> valley =
        x -> each(x.length, i -> i % 2 == 0 ? 10 * (x[i + 1] - square(x[i])) : 1 - x[i - 1]);
    assertReaches(0, valley, -1.2, 1);
    assertReaches(0, valley, each(100, i -> i % 2 == 0 ? -1.2 : 1)); // (21), extended
  }

  /** It has two minima: 0 and 48.98425. */
  @Test
  void shouldMinimiseFreudensteinRoth() { // (2)
    Function<double[], double[]> residuals =
        x ->
            new double[] {
              -13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1],
              -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1]
            };
    assertReaches(0, residuals, 0.5, -2);
    assertReaches(
        48.98425367924, PlainFunction.squares(residuals, 0.5, -2).withInverse(0.25, 1e-3));
  }

  @Test
  void shouldMinimiseBrownBadlyScaled() { // (4)
    assertReaches(0, x -> new double[] {x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2}, 1, 1);
  }

  @Test
  void shouldMinimiseBeale() { // (5)
    double[] y = {1.5, 2.25, 2.625};
    assertReaches(0, x -> each(3, i -> y[i] - x[0] * (1 - Math.pow(x[1], i + 1))), 1, 1);
  }

  @Test
  void shouldMinimiseJennrichSampson() { // (6)
    Function<double[], double[]> residuals =
        x -> each(10, i -> 4 + 2 * i - Math.exp((i + 1) * x[0]) - Math.exp((i + 1) * x[1]));
    assertReaches(
        124.36218235561, PlainFunction.squares(residuals, 0.3, 0.4).withInverse(1e-5, 1e-6));
  }

  @Test
  void shouldMinimiseTheHelicalValley() { // (7)
    assertReaches(
        0,
        x -> {
          double turn = Math.atan2(x[1], x[0]) / (2 * Math.PI);
          return new double[] {
            10 * (x[2] - 10 * (turn < -0.25 ? turn + 1 : turn)),
            10 * (Math.hypot(x[0], x[1]) - 1),
            x[2]
          };
        },
        -1,
        0,
        0);
  }

  @Test
  void shouldMinimiseBard() { // (8)
    double[] y = {
      0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39
    };
    assertReaches(
        8.214877306578e-3,
        x ->
            each(
                15,
                i -> {
                  double v = 15 - i;
                  return y[i] - x[0] - (i + 1) / (v * x[1] + Math.min(i + 1, v) * x[2]);
                }),
        1,
        1,
        1);
  }

  @Test
  void shouldMinimiseBoxThreeDimensional() { // (12)
    assertReaches(
        0,
        x ->
            each(
                10,
                i -> {
                  double t = 0.1 * (i + 1);
                  return Math.exp(-t * x[0])
                      - Math.exp(-t * x[1])
                      - x[2] * (Math.exp(-t) - Math.exp(-10 * t));
                }),
        0,
        10,
        20);
  }

  @Test
  void shouldMinimisePowellSingular() { // (13)
    assertReaches(
        0,
        x ->
            new double[] {
              x[0] + 10 * x[1],
              Math.sqrt(5) * (x[2] - x[3]),
              square(x[1] - 2 * x[2]),
              Math.sqrt(10) * square(x[0] - x[3])
            },
        3,
        -1,
        0,
        1);
  }

  @Test
  void shouldMinimiseWood() { // (14)
    assertReaches(
        0,
        x ->
            new double[] {
              10 * (x[1] - square(x[0])),
              1 - x[0],
              Math.sqrt(90) * (x[3] - square(x[2])),
              1 - x[2],
              Math.sqrt(10) * (x[1] + x[3] - 2),
              (x[1] - x[3]) / Math.sqrt(10)
            },
        -3,
        -1,
        -3,
        -1);
  }

  @Test
  void shouldMinimiseBrownDennis() { // (16)
    assertReaches(
        85822.2016263,
        x ->
            each(
                20,
                i -> {
                  double t = (i + 1) / 5.0;
                  return square(x[0] + t * x[1] - Math.exp(t))
                      + square(x[2] + x[3] * Math.sin(t) - Math.cos(t));
                }),
        25,
        5,
        -5,
        -1);
  }

  @Test
  void shouldMinimisePenaltyOne() { // (23)
    Function<double[], double[]> penalty =
        x ->
            each(
                x.length + 1,
                i -> i < x.length ? Math.sqrt(1e-5) * (x[i] - 1) : DenseKernels.dot(x, x) - 0.25);
    assertReaches(2.249977498e-5, penalty, 1, 2, 3, 4);
    assertReaches(7.087651467e-5, penalty, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }

  @Test
  void shouldMinimiseVariablyDimensioned() { // (25)
    for (int n : new int[] {1, 2, 7, 10, 16}) {
      assertReaches(
          0,
          x -> {
            double[] all = new double[n + 2];
            for (int i = 0; i < n; i++) {
              all[i] = x[i] - 1;
              all[n] += (i + 1) * (x[i] - 1);
            }
            all[n + 1] = square(all[n]);
            return all;
          },
          each(n, i -> 1 - (i + 1.0) / n));
    }
  }

  @Test
  void shouldMinimiseBroydenTridiagonal() { // (30)
    int n = 10;
    assertReaches(
        0,
        x ->
            each(
                n,
                i ->
                    (3 - 2 * x[i]) * x[i]
                        - (i > 0 ? x[i - 1] : 0)
                        - (i < n - 1 ? 2 * x[i + 1] : 0)
                        + 1),
        each(n, i -> -1.0));
  }
}
