package io.papilio.learn.sync;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PaceTest {
  private static double millis(Pace.Clock clock, int steps, long computedNanos) {
    long start = System.nanoTime();
    for (int i = 0; i < steps; i++) {
      clock.rest(computedNanos);
    }
    return (System.nanoTime() - start) / 1e6;
  }

  @Test
  void shouldTakeAtLeastThePace() {
    double millis = millis(new Pace(50_000, -1, 1).clock(3), 1000, 10_000);
    assertTrue(millis > 39, millis + " ms for 1000 steps that lack 40 us each");
  }

  @Test
  void shouldSlowOneDown() {
    Pace pace = new Pace(20_000, 2, 4);
    double millis = millis(pace.clock(2), 1000, 20_000);
    assertTrue(millis > 59, millis + " ms for 1000 steps that lack 60 us each");
    assertFalse(pace.clock(2).isFull());
    assertTrue(new Pace(0, 2, 4).clock(1).isFull());
    assertTrue(Pace.FULL.clock(0).isFull());
  }

  @Test
  void shouldNotMakeAnybodyFaster() {
    assertThrows(IllegalArgumentException.class, () -> new Pace(0, 1, 0.5));
    assertThrows(IllegalArgumentException.class, () -> new Pace(-1, 1, 2));
    assertThrows(IllegalArgumentException.class, () -> new Pace(0, 1, Double.NaN));
  }
}
