package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.papilio.runtime.launch.LineSink.Stream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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

  @Test
  void shouldGoOnWithTheSurvivors() throws Exception {
    Map<Integer, List<String>> said = new ConcurrentHashMap<>();
    Survivors.start(
        4,
        2,
        (rank, stream, text) -> {
          if (stream == Stream.STDOUT) {
            said.computeIfAbsent(rank, key -> new CopyOnWriteArrayList<>()).add(text);
          }
        });
    assertNull(said.get(2));
    for (int node : new int[] {0, 1, 3}) {
      int rank = node == 3 ? 2 : node; // the last one moves up
      List<String> expected = List.of("rank 2 is lost", "rank " + rank + " of 3: sum 3");
      assertEquals(expected, said.get(node));
    }
  }
}
