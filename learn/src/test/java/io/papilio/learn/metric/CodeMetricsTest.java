package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CodeMetricsTest {
  /** Squared error 1 + 4 of 9 + 16. */
  private static void addFirst(CodeMetrics metrics) {
    metrics.add(new float[] {3, 4}, new float[] {2, 6}, new float[] {0, 0, 5, 0}, 1);
  }

  /** Squared error 9 of 9. */
  private static void addSecond(CodeMetrics metrics) {
    metrics.add(new float[] {0, -3}, new float[] {0, 0}, new float[] {0, -1, 1, 1}, 2);
  }

  @Test
  void shouldMeasureByWeight() {
    CodeMetrics metrics = new CodeMetrics();
    addFirst(metrics);
    assertEquals(2.5, metrics.error());
    assertEquals(Math.sqrt(5.0 / 25), metrics.relativeError(), 1e-12);
    assertEquals(0.25, metrics.density());
    addSecond(metrics);
    assertEquals((5 + 2 * 9) / 2.0 / 3, metrics.error(), 1e-12);
    assertEquals(Math.sqrt((5 + 2 * 9) / (25 + 2 * 9.0)), metrics.relativeError(), 1e-12);
    assertEquals((0.25 + 2 * 0.75) / 3, metrics.density(), 1e-12);
    assertEquals((5 + 2 * 3) / 3.0, metrics.length(), 1e-12);
  }

  @Test
  void shouldBearZerosAndRejectTheRest() {
    CodeMetrics metrics = new CodeMetrics();
    assertTrue(Double.isNaN(metrics.error()), "nothing was added");
    metrics.add(new float[2], new float[2], new float[3], 1);
    assertEquals(0, metrics.error());
    assertEquals(0, metrics.density());
    assertTrue(Double.isNaN(metrics.relativeError()));
    addFirst(metrics);
    assertEquals(Math.sqrt(5.0 / 25), metrics.relativeError(), 1e-12);
    float[] two = new float[2];
    float[] none = {};
    assertThrows(IllegalArgumentException.class, () -> metrics.add(two, new float[3], two, 1));
    assertThrows(IllegalArgumentException.class, () -> metrics.add(two, two, none, 1));
    assertThrows(IllegalArgumentException.class, () -> metrics.add(two, two, two, -1));
  }
}
