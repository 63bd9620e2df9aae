package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.optimize.Line.Point;
import java.util.ArrayList;
import java.util.List;
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
    assertEquals(0, WolfeSearch.search(line(t -> -t, t -> 0), 0, 0));
  }

  @Test
  void shouldGiveUpWhereNothingIsLower() {
    assertEquals(0, WolfeSearch.search(line(t -> 5, t -> -1e-30), 5, -1e-3));
    assertEquals(40, trials(line(t -> 5, t -> t == 0 ? -1e-3 : -1e-30)).size());
  }

  /** The steps that are tried on a line, in order. */
  private static List<Double> trials(Line line) {
    List<Double> steps = new ArrayList<>();
    Point start = line.at(0);
    double found =
        WolfeSearch.search(
            t -> {
              steps.add(t);
              return line.at(t);
            },
            start.value(),
            start.slope());
    assertTrue(found == 0 || steps.contains(found), found + " was not tried: " + steps);
    return steps;
  }

  private static void assertTries(Line line, double... expected) {
    List<Double> tried = trials(line);
    assertEquals(expected.length, tried.size(), tried.toString());
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], tried.get(i), 1e-12 * expected[i], tried.toString());
    }
  }

  /** A cubic through both ends is the function itself: the second trial is its minimum. */
  @Test
  void shouldFindTheMinimumOfACubicAtOnce() {
    for (double best : new double[] {0.15, 0.3, 0.45}) {
      assertTries(line(t -> (t - best) * (t - best), t -> 2 * (t - best)), 1, best);
    }
    for (double a : new double[] {0.2, 0.35, 0.5}) {
      assertTries(line(t -> t * t * t - 3 * a * a * t, t -> 3 * t * t - 3 * a * a), 1, a);
      for (double b : new double[] {-2, -0.5, 2, 5}) { // slope ± (t − a)(t − b), down at 0
        double sign = b > 0 ? -1 : 1;
        Line cubic =
            line(
                t -> sign * (t * t * t / 3 - (a + b) * t * t / 2 + a * b * t),
                t -> sign * (t - a) * (t - b));
        if (cubic.at(1).value() >= 0) {
          assertTries(cubic, 1, a);
        }
      }
    }
  }

  /** The better end is the far one, so the interval goes backwards. */
  @Test
  void shouldFindTheMinimumOfACubicBackwards() {
    for (double best : new double[] {0.505, 0.51, 0.52}) {
      assertTries(line(t -> (t - best) * (t - best), t -> 2 * (t - best)), 1, best);
    }
    double a = 0.6; // slope 3 t² − 3 a², 1.92 at 1, −1.08 at 0; the value at 1 is below that at 0
    assertTries(line(t -> t * t * t - 3 * a * a * t, t -> 3 * t * t - 3 * a * a), 1, a);
  }

  /** Beyond, the slope is as steep as at the start: only the next trial finds where it is less. */
  @Test
  void shouldGoFartherFourTimesEachTime() {
    for (int times = 1; times < 8; times++) {
      double end = Math.pow(4, times) * 0.9;
      double[] expected = new double[times + 1];
      for (int i = 0; i <= times; i++) {
        expected[i] = Math.pow(4, i);
      }
      assertTries(line(t -> t < end ? -t : -end, t -> t < end ? -1 : -0.5), expected);
    }
  }

  @Test
  void shouldTakeATenthTowardsWhereThereAreNoNumbers() {
    Line wall =
        line(t -> t > 0.05 ? Double.NaN : -t, t -> t > 0.001 ? -0.5 : t > 0.05 ? Double.NaN : -1);
    assertTries(wall, 1, 0.1, 0.01);
    Line steep =
        line(
            t -> t > 0.05 ? -1 : -t,
            t -> t > 0.05 ? Double.POSITIVE_INFINITY : -0.5 - (t == 0 ? 1 : 0));
    assertTries(steep, 1, 0.1, 0.01);
  }

  /** The cubic's minimum lies too near an end to tell anything new: the middle is tried. */
  @Test
  void shouldTryTheMiddleWhereTheMinimumIsTooNearAnEnd() {
    assertTries(line(t -> (t - 0.05) * (t - 0.05), t -> 2 * (t - 0.05)), 1, 0.5, 0.25, 0.05);
    double a = 0.0999;
    List<Double> tried = trials(line(t -> (t - a) * (t - a), t -> 2 * (t - a)));
    assertEquals(0.5, tried.get(1));
    double b = 0.1001;
    tried = trials(line(t -> (t - b) * (t - b), t -> 2 * (t - b)));
    assertEquals(b, tried.get(1), 1e-12);
  }

  /** A line that always goes down as steeply has no end: it takes the last step it can afford. */
  @Test
  void shouldTakeTheLastOfFortySteps() {
    List<Double> tried = trials(line(t -> -t, t -> -1));
    assertEquals(40, tried.size());
    double last = WolfeSearch.search(line(t -> -t, t -> -1), 0, -1);
    assertEquals(Math.pow(4, 39), last);
  }

  /** The second trial is no lower than the first, so that the valley is between them. */
  @Test
  void shouldTurnBackWhereItIsNoLower() {
    List<Double> tried =
        trials(line(t -> -Math.min(t, 1), t -> t == 0 || t == 1 || t == 4 ? -1 : 0));
    assertTrue(tried.get(2) > 1 && tried.get(2) < 4, tried.toString());
  }

  /** Nothing is flat enough, but all of the first half is low enough. */
  @Test
  void shouldTakeTheBestOfFortyTrialsIfNoneIsFlat() {
    Line corner = line(t -> Math.abs(t - 0.3), t -> t < 0.3 ? -1 : 1);
    List<Double> tried = trials(corner);
    double found = WolfeSearch.search(corner, 0.3, -1);
    assertEquals(0.3, found, 1e-9);
    for (double step : tried) {
      assertTrue(Math.abs(found - 0.3) <= Math.abs(step - 0.3), found + " is not the best");
    }
  }

  /** Both conditions hold with equality. */
  @Test
  void shouldAcceptWhatIsJustLowAndFlatEnough() {
    assertTries(line(t -> t == 0 ? 0 : -WolfeSearch.C1, t -> t == 0 ? -1 : -WolfeSearch.C2), 1);
    assertTries(line(t -> t == 0 ? 0 : -WolfeSearch.C1, t -> t == 0 ? -1 : WolfeSearch.C2), 1);
    double less = WolfeSearch.C1 * 0.999;
    assertTrue(
        trials(line(t -> t == 0 ? 0 : -less * t, t -> t == 0 ? -1 : 0)).size() > 1, "too high");
  }

  /**
   * Moré and Thuente: Line Search Algorithms with Guaranteed Sufficient Decrease (1994), functions
   * 1 to 6, with their first steps.
   */
  @Test
  void shouldSearchTheLinesOfMoreAndThuente() {
    List<Line> lines =
        List.of(
            line(t -> -t / (t * t + 2), t -> (t * t - 2) / ((t * t + 2) * (t * t + 2))),
            line(
                t -> Math.pow(t + 0.004, 5) - 2 * Math.pow(t + 0.004, 4),
                t -> 5 * Math.pow(t + 0.004, 4) - 8 * Math.pow(t + 0.004, 3)),
            line(WolfeSearchTest::waves, WolfeSearchTest::waveSlope),
            yanai(0.001, 0.001),
            yanai(0.01, 0.001),
            yanai(0.001, 0.01));
    for (int i = 0; i < lines.size(); i++) {
      for (double first : new double[] {1e-3, 1e-1, 1e1, 1e3}) {
        Line line = lines.get(i);
        Line scaled =
            t -> {
              Point point = line.at(t * first);
              return new Point(t, point.value(), point.slope() * first);
            };
        String name = "function %d from %s".formatted(i + 1, first);
        check(scaled, name);
        int trials = trials(scaled).size();
        assertTrue(trials <= 31, name + ": " + trials + " trials");
      }
    }
  }

  private static double waves(double t) {
    double base = t <= 0.99 ? 1 - t : t >= 1.01 ? t - 1 : (t - 1) * (t - 1) / 0.02 + 0.005;
    return base + 2 * 0.99 / (39 * Math.PI) * Math.sin(39 * Math.PI / 2 * t);
  }

  private static double waveSlope(double t) {
    double base = t <= 0.99 ? -1 : t >= 1.01 ? 1 : (t - 1) / 0.01;
    return base + 0.99 * Math.cos(39 * Math.PI / 2 * t);
  }

  private static Line yanai(double b1, double b2) {
    double g1 = Math.sqrt(1 + b1 * b1) - b1;
    double g2 = Math.sqrt(1 + b2 * b2) - b2;
    return line(
        t -> g1 * Math.hypot(1 - t, b2) + g2 * Math.hypot(t, b1),
        t -> g1 * (t - 1) / Math.hypot(1 - t, b2) + g2 * t / Math.hypot(t, b1));
  }
}
