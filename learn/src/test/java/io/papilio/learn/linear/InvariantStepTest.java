package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InvariantStepTest {
  private static final double[] MARGINS = {-25, -3.2, -0.7, 0, 0.6, 1.3, 4.1, 25, 800};
  private static final double[] EFFECTS = {1e-12, 1e-5, 0.03, 0.8, 5, 70};
  private static final double REACH = 1.7;

  /** The margin after a step of that weight. */
  private static double after(Loss loss, double margin, double y, double h) {
    return margin + REACH * InvariantStep.change(loss, margin, y, h, REACH);
  }

  @Test
  void shouldBeWhatManySmallStepsAre() {
    for (Loss loss : Loss.values()) {
      for (double y : new double[] {-1, 1}) {
        for (double start : new double[] {-3.2, -0.7, 0, 0.6, 1.3}) {
          double m = start;
          int steps = 200_000;
          double h = 0.9;
          for (int i = 0; i < steps; i++) {
            m -= REACH * h / steps * loss.slope(m, y);
          }
          assertEquals(m, after(loss, start, y, h), 1e-4, loss + " from " + start + ", " + y);
        }
      }
    }
  }

  @Test
  void shouldNotCareHowAWeightIsCut() {
    for (Loss loss : Loss.values()) {
      for (double start : MARGINS) {
        for (double h : EFFECTS) {
          double whole = after(loss, start, 1, h);
          double inTwo = after(loss, after(loss, start, 1, h / 3), 1, 2 * h / 3);
          assertEquals(whole, inTwo, 1e-6, loss + " from " + start + " by " + h);
        }
      }
    }
  }

  @Test
  void shouldNeverRaiseTheLossNorOvershoot() {
    for (Loss loss : Loss.values()) {
      for (double start : MARGINS) {
        for (double h : EFFECTS) {
          double m = after(loss, start, -1, h);
          assertTrue(loss.value(m, -1) <= loss.value(start, -1), loss + " " + start + " " + h);
          assertTrue(loss.slope(m, -1) * loss.slope(start, -1) >= 0, loss + " " + start);
        }
      }
    }
  }

  @Test
  void shouldBePlainWhereNothingIsReached() {
    assertEquals(0.5 * 0.5, InvariantStep.change(Loss.LOGISTIC, 0, 1, 0.5, 0));
  }
}
