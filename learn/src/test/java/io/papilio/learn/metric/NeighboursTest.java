package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NeighboursTest {

  @Test
  void shouldTakeTheMajorityAndOfSeveralTheNearest() {
    float[] line = {5, 1, 4, 2, -3}; // distances from 0, the classes of which are b a c a b by size
    int[] classes = {-7, -7, 1, 1, 30};
    float[] zero = {0};
    int[] expected = {-7, -7, -7, 1, -7}; // -7 | -7 1 | -7 1 30 | -7 1 30 1 | -7 1 30 1 -7
    for (int k = 1; k <= 5; k++) {
      assertEquals(expected[k - 1], new Neighbours(line, classes, k).classes(zero)[0], "k " + k);
    }
    assertEquals(-7, new Neighbours(line, classes, 99).classes(zero)[0]);
  }

  @Test
  void shouldTakeTheFirstOfEquallyFar() {
    float[] points = {1, 0, 0, 1, -1, 0}; // of two coordinates
    assertEquals(8, new Neighbours(points, new int[] {8, 9, 9}, 1).classes(new float[2])[0]);
    assertEquals(9, new Neighbours(points, new int[] {9, 8, 8}, 1).classes(new float[2])[0]);
  }

  @Test
  void shouldCountWhatIsRight() {
    Neighbours neighbours = new Neighbours(new float[] {0, 10}, new int[] {0, 1}, 1);
    float[] queries = {1, 9, 4, 6};
    assertEquals(0.75, neighbours.accuracy(queries, new int[] {0, 1, 0, 0}));
  }

  @Test
  void shouldAgreeWithSorting() {
    SplittableRandom random = new SplittableRandom(5);
    int[] counts = {1, 2, 7, 1023, 1024, 1025, 2500};
    int[] dimensions = {1, 2, 3, 4, 5, 8, 32};
    for (int count : counts) {
      for (int size : dimensions) {
        float[] points = numbers(random, count * size);
        float[] queries = numbers(random, 13 * size);
        int[] classes = random.ints(count, 0, 4).toArray();
        int k = 1 + random.nextInt(9);
        int[] expected =
            IntStream.range(0, 13)
                .map(
                    i -> {
                      float[] query = Arrays.copyOfRange(queries, i * size, (i + 1) * size);
                      return bySorting(points, classes, query, k);
                    })
                .toArray();
        String what = "%d points of %d, k %d".formatted(count, size, k);
        assertArrayEquals(expected, new Neighbours(points, classes, k).classes(queries), what);
      }
    }
  }

  /** Small whole numbers: distances are exact, and many are equal. */
  private static float[] numbers(SplittableRandom random, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = random.nextInt(-5, 6);
    }
    return numbers;
  }

  private static int bySorting(float[] points, int[] classes, float[] query, int k) {
    double[] distances = new double[classes.length];
    for (int i = 0; i < points.length; i++) {
      double difference = points[i] - query[i % query.length];
      distances[i / query.length] += difference * difference;
    }
    int[] nearest =
        IntStream.range(0, classes.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> distances[i]))
            .limit(k)
            .mapToInt(i -> classes[i])
            .toArray();
    Map<Integer, Integer> votes = new HashMap<>();
    for (int each : nearest) {
      votes.merge(each, 1, Integer::sum);
    }
    int most = votes.values().stream().mapToInt(i -> i).max().orElseThrow();
    return Arrays.stream(nearest).filter(each -> votes.get(each) == most).findFirst().orElseThrow();
  }

  @Test
  void shouldRejectWhatDoesNotFit() {
    float[] four = {1, 2, 3, 4};
    int[] two = {0, 1};
    Neighbours neighbours = new Neighbours(four, two, 2);
    assertEquals(0, neighbours.classes(new float[0]).length);
    assertThrows(IllegalArgumentException.class, () -> neighbours.classes(new float[3]));
    float[] bad = {0, 0, 0, Float.NaN};
    assertThrows(IllegalArgumentException.class, () -> neighbours.classes(bad));
    assertThrows(IllegalArgumentException.class, () -> neighbours.accuracy(four, new int[1]));
    assertThrows(IllegalArgumentException.class, () -> new Neighbours(four, two, 0));
    assertThrows(IllegalArgumentException.class, () -> new Neighbours(four, new int[3], 1));
    assertThrows(IllegalArgumentException.class, () -> new Neighbours(four, new int[0], 1));
    assertThrows(IllegalArgumentException.class, () -> new Neighbours(new float[0], two, 1));
  }
}
