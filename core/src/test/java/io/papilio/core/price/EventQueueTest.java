package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class EventQueueTest {

  @Test
  void shouldGiveEqualTimesInTheOrderTheyCame() {
    EventQueue queue = new EventQueue(4);
    queue.add(7, 2);
    queue.add(7, 0);
    queue.add(7, 3);
    queue.add(5, 1);
    assertEquals(1, queue.poll());
    assertEquals(2, queue.poll());
    queue.add(7, 1);
    assertEquals(0, queue.poll());
    assertEquals(3, queue.poll());
    assertEquals(1, queue.poll());
    assertTrue(queue.isEmpty());
  }

  @RepeatedTest(50)
  void shouldGiveTheEarliestOfAll(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int size = 1 + random.nextInt(40);
    EventQueue queue = new EventQueue(size);
    Map<Integer, Double> expected = new HashMap<>();
    for (int step = 0; step < 2000; step++) {
      int rank = random.nextInt(size);
      if (!expected.containsKey(rank)) {
        double time = random.nextInt(10);
        queue.add(time, rank);
        expected.put(rank, time);
      } else if (random.nextBoolean()) {
        double earliest = expected.values().stream().mapToDouble(t -> t).min().orElseThrow();
        assertEquals(earliest, queue.time());
        assertEquals(earliest, expected.remove(queue.poll()));
      }
    }
    while (!queue.isEmpty()) {
      expected.remove(queue.poll());
    }
    assertTrue(expected.isEmpty());
  }
}
