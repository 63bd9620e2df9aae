package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  @Test
  void shouldAverageGradients() {
    int workers = 5;
    int length = 1000;
    Map<Integer, float[]> results = GradientAverage.run(workers, length);
    assertEquals(workers, results.size());
    for (float[] result : results.values()) {
      assertArrayEquals(results.get(0), result); // the same bits
    }
    for (int i = 0; i < length; i++) {
      double sum = 0;
      for (int rank = 0; rank < workers; rank++) {
        sum += GradientAverage.gradient(rank, length)[i];
      }
      assertEquals(sum / workers, results.get(0)[i], 1e-6);
    }
  }

  @Test
  void shouldMixToTheMeanInLogarithmicTime() {
    float sum = 0;
    for (int rank = 0; rank < 8; rank++) {
      sum += 1f / (1 + rank);
    }
    Map<Integer, float[]> results = NeighbourAverage.run(8, "butterfly", 3);
    assertEquals(8, results.size());
    for (float[] result : results.values()) {
      assertEquals(3.5, result[0], 1e-6);
      assertEquals(sum / 8, result[1], 1e-6);
    }
  }
}
