package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.linear.Line.Point;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class WolfeSearchTest {
  private static Line line(DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    return t -> new Point(t, value.applyAsDouble(t), slope.applyAsDouble(t));
  }

  private static void check(Line line, String name) {
    Point start = line.at(0);
    Point end = line.at(WolfeSearch.search(line, start.value(), start.slope()));
    assertTrue(end.step() > 0, name);
    assertTrue(
        end.value() <= start.value() + WolfeSearch.C1 * end.step() * start.slope(),
        name + ": not low enough at " + end);
    assertTrue(
        Math.abs(end.slope()) <= -WolfeSearch.C2 * start.slope(), name + ": not flat at " + end);
  }

  @Test
  void shouldSatisfyBothConditions() {
    for (double best : new double[] {1e-7, 1e-3, 0.4, 0.9, 1, 1.1, 7, 300, 1e6}) {
      check(line(t -> (t - best) * (t - best), t -> 2 * (t - best)), "parabola " + best);
      check(
          line(t -> Math.cosh(t / best - 1), t -> Math.sinh(t / best - 1) / best), "chain " + best);
      check(
          line(
              t -> -t / (t * t + best * best),
              t -> (t * t - best * best) / Math.pow(t * t + best * best, 2)),
          "valley that flattens out " + best);
    }
  }

  /** Down, up, and down again: both walls of the first valley must be found. */
  @Test
  void shouldCopeWithWaves() {
    for (double length = 0.05; length < 50; length *= 1.7) {
      double k = 1 / length;
      check(
          line(
              t -> Math.sin(-k * t) + 0.1 * k * k * t * t,
              t -> -k * Math.cos(k * t) + 0.2 * k * k * t),
          "waves of " + length);
    }
  }

  @Test
  void shouldComeBackFromWhereTheFunctionIsNoNumber() {
    for (double wall : new double[] {0.3, 0.01, 1e-4}) {
      check(
          line(t -> -t - wall * Math.log(wall - t) / 9, t -> -1 + wall / (wall - t) / 9),
          "wall at " + wall);
    }
  }

  @Test
  void shouldComeBackFromSteepSlopes() {
    for (double steep = 3; steep < 100; steep *= 1.3) {
      double k = steep;
      check(
          line(t -> -t + Math.exp(k * (t - 0.5)), t -> -1 + k * Math.exp(k * (t - 0.5))),
          "steep " + k);
    }
  }

  /**
   * Left and right of the bottom it is as steep as at the start: only the bottom itself is flat.
   */
  @Test
  void shouldFindTheBottomOfANarrowValley() {
    for (double bottom = 0.03; bottom < 3; bottom *= 1.1) {
      double b = bottom;
      double width = 0.01;
      check(
          line(t -> Math.hypot(t - b, width), t -> (t - b) / Math.hypot(t - b, width)),
          "valley at " + b);
    }
  }

  @Test
  void shouldNotGoUphill() {
    assertEquals(0, WolfeSearch.search(line(t -> t, t -> 1), 0, 1));
    assertEquals(0, WolfeSearch.search(line(t -> t, t -> 1), 0, Double.NaN));
    assertEquals(0, WolfeSearch.search(line(t -> t, t -> 1), 0, 0));
  }

  @Test
  void shouldGiveUpWhereNothingIsLower() {
    assertEquals(0, WolfeSearch.search(line(t -> 5, t -> -1e-30), 5, -1e-3));
  }
}
