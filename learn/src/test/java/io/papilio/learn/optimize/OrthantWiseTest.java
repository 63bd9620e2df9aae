package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class OrthantWiseTest {
  private static final double[] CURVATURES = {1, 2, 5, 0.5, 1, 3};
  private static final double[] CENTERS = {3, -2, 0.1, -0.7, 0, 0.2};

  /** Σ curvature/2 · (x − center)²: each weight is for itself. */
  private static PlainFunction bowl(double... start) {
    return new PlainFunction(
        x -> {
          double sum = 0;
          for (int i = 0; i < x.length; i++) {
            sum += CURVATURES[i] / 2 * (x[i] - CENTERS[i]) * (x[i] - CENTERS[i]);
          }
          return sum;
        },
        x -> {
          double[] gradient = new double[x.length];
          for (int i = 0; i < x.length; i++) {
            gradient[i] = CURVATURES[i] * (x[i] - CENTERS[i]);
          }
          return gradient;
        },
        start);
  }

  /** Towards zero by l1 / curvature, but not beyond; the last ones are free of l1. */
  @Test
  void shouldEndWhereWeightsAreWorthWhatTheyCost() {
    for (double l1 : new double[] {0.25, 0.6, 2, 10}) {
      for (int free = 0; free < 3; free++) {
        for (double at : new double[] {0, 1, -1, 4}) {
          PlainFunction function = bowl(at, -at, at, at, -at, at).withL1(l1, 6 - free);
          function.minimise(200, 0, (examples, weights) -> true);
          for (int i = 0; i < 6; i++) {
            double less = i < 6 - free ? l1 / CURVATURES[i] : 0;
            double size = Math.max(0, Math.abs(CENTERS[i]) - less);
            double expected = size == 0 ? 0 : Math.copySign(size, CENTERS[i]);
            double accuracy = size == 0 && i < 6 - free ? 0 : 1e-7;
            assertEquals(expected, function.weights()[i], accuracy, "weight " + i + ", l1 " + l1);
          }
        }
      }
    }
  }

  /** What the value grows by with each weight: on both sides of zero, and in its corner. */
  @Test
  void shouldKnowWhichWayIsDown() {
    PlainFunction function = bowl(1, -1, 0, 0, 0, 0).withL1(0.5, 5);
    double[] gradient = {7, 7, 0.5, -0.5, 3, 0.25};
    double[] steepest = new OrthantWise(function).steepest(gradient);
    assertArrayEquals(new double[] {7.5, 6.5, 0, 0, 2.5, 0.25}, steepest);
    gradient = new double[] {0, 0, 0.51, -0.51, -3, 0};
    steepest = new OrthantWise(function).steepest(gradient);
    assertArrayEquals(new double[] {0.5, -0.5, 0.01, -0.01, -2.5, 0}, steepest, 1e-12);
  }

  @Test
  void shouldMoveNoWeightUphillAndNoneThroughZero() {
    PlainFunction function = bowl(1, -1, 0, 0, 2, 0.3).withL1(0.5, 5);
    OrthantWise search = new OrthantWise(function);
    double[] gradient = new double[6];
    double value = function.gradient(gradient);
    double[] steepest = search.steepest(gradient).clone();
    // steepest: −1.5, 1.5, 0, 0, 2.5, 0.3; the fifth would go through zero, the last may
    double[] direction = {1, -0.5, 0.5, -1, -9, -0.6};
    assertTrue(search.go(value, direction));
    double[] expected = {2, -1.5, 0, 0, 0, -0.3};
    assertArrayEquals(expected, function.weights(), 1e-12);
    assertArrayEquals(new double[] {1, -0.5, 0, 0, -2, -0.6}, direction, 1e-12);
    double[] uphill = new double[6];
    for (int i = 0; i < 6; i++) {
      uphill[i] = steepest[i] + (steepest[i] == 0 ? 1 : 0);
    }
    PlainFunction again = bowl(1, -1, 0, 0, 2, 0.3).withL1(0.5, 5);
    OrthantWise other = new OrthantWise(again);
    other.steepest(gradient);
    assertFalse(other.go(value, uphill));
    assertArrayEquals(new double[] {1, -1, 0, 0, 2, 0.3}, again.weights());
  }

  /** Weights that a direction would move uphill, or where it is flat, stay. */
  @Test
  void shouldLeaveOutWhatDoesNotLeadDown() {
    PlainFunction function = bowl(1, -1, 0, 0, 2, 0.2).withL1(0.5, 4);
    OrthantWise search = new OrthantWise(function);
    double[] gradient = new double[6];
    double value = function.gradient(gradient);
    double[] steepest = search.steepest(gradient);
    assertEquals(0, steepest[5]);
    double[] direction = {-0.1, 0.1, 0, 0, -2, -1};
    assertTrue(search.go(value, direction));
    assertArrayEquals(new double[] {1, -1, 0, 0, 0, 0.2}, function.weights());
    assertArrayEquals(new double[] {0, 0, 0, 0, -2, 0}, direction);
  }

  /** From zero a weight goes to the side that leads down, whatever the direction is. */
  @Test
  void shouldLeaveZeroOnTheSideThatLeadsDown() {
    PlainFunction function = bowl(0, 0, 0, 0, 0, 0).withL1(0.5, 6);
    OrthantWise search = new OrthantWise(function);
    double[] gradient = new double[6];
    double value = function.gradient(gradient);
    search.steepest(gradient);
    double[] direction = {1, -1, 1, -1, 1, 1};
    assertTrue(search.go(value, direction));
    // slopes at zero: −3, 4, −0.5, 0.35, 0, −0.6; beyond l1 only the first, second and last
    assertArrayEquals(new double[] {0.25, -0.25, 0, 0, 0, 0.25}, function.weights(), 0.76);
    assertTrue(function.weights()[0] > 0 && function.weights()[1] < 0, "sides");
    assertEquals(0, function.weights()[2]);
    assertEquals(0, function.weights()[3]);
  }

  /** A step is halved until the value falls by C1 of what a line would; not more often. */
  @Test
  void shouldHalveAStepUntilItIsGood() {
    for (double width : new double[] {1, 3, 5, 9, 100}) {
      PlainFunction function = bowl(0).withL1(0.5, 1);
      OrthantWise search = new OrthantWise(function);
      double[] gradient = new double[1];
      double value = function.gradient(gradient);
      search.steepest(gradient);
      double[] direction = {width};
      assertTrue(search.go(value, direction));
      double step = width;
      // (x − 3)²/2 + |x|/2 falls from 4.5 by x (2.5 − x/2)
      while (!(step * (2.5 - step / 2) >= WolfeSearch.C1 * 2.5 * step)) {
        step /= 2;
      }
      assertEquals(step, function.weights()[0]);
      assertEquals(step, direction[0]);
    }
  }

  @Test
  void shouldGiveUpWhereNothingIsLower() {
    PlainFunction lies = // its gradient says down where it is up
        new PlainFunction(x -> x[0] * x[0], x -> new double[] {-1 - 2 * x[0]}, 1).withL1(0.1, 1);
    OrthantWise search = new OrthantWise(lies);
    double[] gradient = new double[1];
    double value = lies.gradient(gradient);
    search.steepest(gradient);
    assertFalse(search.go(value, new double[] {1}));
    assertArrayEquals(new double[] {1}, lies.weights());
    assertEquals(40 + 1, Collections.frequency(lies.calls, "place"), "40 trials, and back");
  }
}
