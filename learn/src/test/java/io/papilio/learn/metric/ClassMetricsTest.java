package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClassMetricsTest {
  private static final float[] FOUR = {0.1f, 0.4f, 0.3f, 0.2f};

  @Test
  void shouldMeasureByWeight() {
    ClassMetrics metrics = new ClassMetrics(2);
    metrics.add(FOUR, 1, 1); // first
    metrics.add(FOUR, 2, 2); // second
    metrics.add(FOUR, 0, 5); // last
    metrics.add(FOUR, 3, 0); // does not count
    double loss = -(Math.log(0.4) + 2 * Math.log(0.3) + 5 * Math.log(0.1)) / 8;
    assertEquals(loss, metrics.logLoss(), 1e-7);
    assertEquals(1.0 / 8, metrics.accuracy());
    assertEquals(3.0 / 8, metrics.topAccuracy());
  }

  @Test
  void shouldCountTheFirstFive() {
    float[] seven = {0.05f, 0.3f, 0.1f, 0.25f, 0.15f, 0.08f, 0.07f}; // sorted: 1 3 4 2 5 6 0
    boolean[] among = {false, true, true, true, true, true, false};
    for (int i = 0; i < seven.length; i++) {
      ClassMetrics metrics = new ClassMetrics();
      metrics.add(seven, i, 1);
      assertEquals(among[i] ? 1 : 0, metrics.topAccuracy(), "class " + i);
      assertEquals(i == 1 ? 1 : 0, metrics.accuracy(), "class " + i);
    }
  }

  @Test
  void shouldTakeTheSmallerOfEqualClasses() {
    float[] equal = {0.2f, 0.4f, 0.4f};
    for (int i = 0; i < equal.length; i++) {
      ClassMetrics metrics = new ClassMetrics(2);
      metrics.add(equal, i, 1);
      assertEquals(i == 1 ? 1 : 0, metrics.accuracy(), "class " + i);
      assertEquals(i == 0 ? 0 : 1, metrics.topAccuracy(), "class " + i);
    }
  }

  @Test
  void shouldBearWhatCannotBe() {
    ClassMetrics metrics = new ClassMetrics(1);
    assertTrue(Double.isNaN(metrics.logLoss()), "nothing was added");
    metrics.add(new float[] {1, 0}, 1, 1);
    metrics.add(new float[] {1, 0}, ClassMetrics.UNKNOWN, 1);
    assertEquals(-Math.log(Float.MIN_NORMAL), metrics.logLoss(), 1e-9);
    metrics.add(new float[] {Float.NaN, 0.5f}, 1, 1);
    metrics.add(new float[] {0.5f, Float.NaN}, 1, 1);
    assertEquals(0, metrics.accuracy());
    assertTrue(Double.isNaN(metrics.logLoss()));
    assertThrows(IllegalArgumentException.class, () -> metrics.add(FOUR, 4, 1));
    assertThrows(IllegalArgumentException.class, () -> metrics.add(FOUR, -2, 1));
    assertThrows(IllegalArgumentException.class, () -> metrics.add(FOUR, 0, Float.NaN));
    assertThrows(IllegalArgumentException.class, () -> new ClassMetrics(0));
  }
}
