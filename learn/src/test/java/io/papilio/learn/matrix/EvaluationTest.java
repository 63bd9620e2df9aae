package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.metric.MetricValues;
import org.junit.jupiter.api.Test;

/** What matrix models are judged by, row by row. */
class EvaluationTest {

  @Test
  void shouldPlaceTheTrueClass() {
    float[] seven = {0.05f, 0.3f, 0.1f, 0.25f, 0.15f, 0.08f, 0.07f};
    int[] places = {6, 0, 3, 1, 2, 4, 5};
    float[] equal = {0.2f, 0.4f, 0.4f};
    for (int i = 0; i < seven.length; i++) {
      assertEquals(places[i], SoftmaxFamily.place(seven, i), "class " + i);
    }
    assertEquals(2, SoftmaxFamily.place(equal, 0));
    assertEquals(0, SoftmaxFamily.place(equal, 1));
    assertEquals(1, SoftmaxFamily.place(equal, 2));
  }

  @Test
  void shouldPlaceWhatIsNoNumberLast() {
    assertEquals(1, SoftmaxFamily.place(new float[] {Float.NaN, 0.5f}, 1));
    assertEquals(1, SoftmaxFamily.place(new float[] {0.5f, Float.NaN}, 1));
    assertEquals(1, SoftmaxFamily.place(new float[] {Float.NaN, 0.5f}, 0));
  }

  /** Squared error 1 + 4 of 9 + 16; and 9 of 9. */
  @Test
  void shouldJudgeCodes() {
    double[] first =
        SparseCodingFamily.judged(new float[] {3, 4}, new float[] {2, 6}, new float[] {0, 0, 5, 0});
    double[] second =
        SparseCodingFamily.judged(new float[] {0, -3}, new float[2], new float[] {0, -1, 1, 1});
    assertArrayEquals(new double[] {5, 25, 0.25, 5}, first);
    assertArrayEquals(new double[] {9, 9, 0.75, 3}, second);
    MetricValues metrics = SparseCodingFamily.metrics(first, 0.5);
    assertEquals(2.5 + 0.5 * 5, metrics.loss());
    assertEquals(Math.sqrt(0.2), metrics.get("reconstruction"), 1e-12);
    assertEquals(0.25, metrics.get("nonZeros"));
  }

  @Test
  void shouldBearZeros() {
    double[] zeros = SparseCodingFamily.judged(new float[2], new float[2], new float[3]);
    MetricValues metrics = SparseCodingFamily.metrics(zeros, 0.5);
    assertEquals(0, metrics.loss());
    assertEquals(0, metrics.get("nonZeros"));
    assertTrue(Double.isNaN(metrics.get("reconstruction")));
  }
}
