package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LossTest {
  private static final double[] MARGINS = {-7.3, -1.01, -0.4, 0, 0.37, 0.98, 1.05, 2.2, 30};
  private static final double STEP = 1e-5;

  @Test
  void shouldHaveTheSlopeOfItsValues() {
    for (Loss loss : Loss.values()) {
      for (double y : new double[] {-1, 1}) {
        for (double m : MARGINS) {
          double rise = loss.value(m + STEP, y) - loss.value(m - STEP, y);
          assertEquals(rise / (2 * STEP), loss.slope(m, y), 1e-6, loss + " at " + m + ", " + y);
        }
      }
    }
  }

  @Test
  void shouldHaveLossAndSlopeAtOnce() {
    double[] slope = new double[1];
    for (Loss loss : Loss.values()) {
      for (double y : new double[] {-1, 1}) {
        for (double m : MARGINS) {
          assertEquals(loss.value(m, y), loss.valueAndSlope(m, y, slope), loss + " at " + m);
          assertEquals(loss.slope(m, y), slope[0], 1e-15, loss + " at " + m);
        }
      }
    }
  }

  /** Also where it is small: it is the probability of an error then. */
  @Test
  void shouldHaveAllDigitsOfTheLogisticLoss() {
    for (double m = -5; m < 700; m += 0.37) {
      double expected = StrictMath.log1p(StrictMath.exp(-m));
      assertEquals(expected, Loss.LOGISTIC.value(m, 1), 1e-15 * expected, "at " + m);
      assertEquals(expected, Loss.LOGISTIC.value(-m, -1), 1e-15 * expected, "at " + m);
    }
  }

  @Test
  void shouldHaveTheCurvatureOfItsSlopes() {
    for (Loss loss : Loss.values()) {
      for (double y : new double[] {-1, 1}) {
        for (double m : MARGINS) {
          double rise = loss.slope(m + STEP, y) - loss.slope(m - STEP, y);
          assertEquals(rise / (2 * STEP), loss.curvature(m, y), 1e-6, loss + " at " + m);
        }
      }
    }
  }

  @Test
  void shouldStayFiniteFarOut() {
    for (Loss loss : Loss.values()) {
      for (double m : new double[] {-1e4, 1e4}) {
        assertTrue(Double.isFinite(loss.value(m, 1)), loss + " at " + m);
        assertTrue(Double.isFinite(loss.slope(m, 1)), loss + " at " + m);
        assertTrue(Double.isFinite(loss.curvature(m, 1)), loss + " at " + m);
      }
    }
    assertEquals(1e4, Loss.LOGISTIC.value(-1e4, 1));
    assertEquals(0, Loss.LOGISTIC.value(1e4, 1));
  }

  @Test
  void shouldEndAtItsCorner() {
    for (double y : new double[] {-1, 1}) {
      assertEquals(0, Loss.HINGE.slope(y, y));
      assertEquals(0, Loss.SQUARED_HINGE.curvature(y, y));
      assertEquals(-y, Loss.HINGE.slope(y * Math.nextDown(1.0), y));
      assertEquals(2, Loss.SQUARED_HINGE.curvature(y * Math.nextDown(1.0), y));
    }
  }

  @Test
  void shouldKnowWhichLossIsForTwoClasses() {
    for (Loss loss : Loss.values()) {
      assertEquals(loss != Loss.SQUARED, loss.isTwoClass());
    }
  }
}
