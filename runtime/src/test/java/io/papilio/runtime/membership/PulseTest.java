package io.papilio.runtime.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a silence may last, learned from the beats before it. */
class PulseTest {
  private static final long MILLI = 1_000_000L;
  private static final long LEAST = 10_000 * MILLI;
  private final Pulse pulse = new Pulse(Heartbeat.DEFAULT, 0);
  private long now;

  private void beatAfter(long millis) {
    now += millis * MILLI;
    pulse.beat(now);
  }

  private long patience() {
    return pulse.deadlineNanos() - now;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 100, 500, 600})
  void shouldBeAsStrictAsItMayWithASteadyNode(long gap) {
    assertEquals(LEAST, patience());
    for (int i = 0; i < 200; i++) {
      beatAfter(gap);
      assertEquals(LEAST, patience());
    }
  }

  /** A machine so busy that beats come late now and then. */
  @Test
  void shouldBePatientWithAJitteryNode() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      long gap = random.nextInt(10) == 0 ? 8_000 + random.nextInt(1_800) : 500;
      assertTrue(gap * MILLI < patience(), "called dead after " + gap + " ms");
      beatAfter(gap);
    }
    assertTrue(patience() > LEAST, "patience of " + patience());
  }

  @Test
  void shouldLearnThatANodeIsSlow() {
    for (int gap = 500; gap < 10_000; gap += 200) { // slower and slower
      assertTrue(gap * MILLI < patience());
      beatAfter(gap);
    }
    for (int i = 0; i < 50; i++) {
      beatAfter(10_000);
    }
    assertEquals(2 * LEAST, patience(), 0.01 * LEAST, "twice the mean when it is steady");
    for (int i = 0; i < 100; i++) {
      beatAfter(500);
    }
    assertEquals(LEAST, patience(), "and that it is fast again");
  }

  @Test
  void shouldNotBePatientForEver() {
    for (int i = 0; i < 100; i++) {
      beatAfter(i % 2 == 0 ? 1 : 100_000);
      assertTrue(patience() >= LEAST && patience() <= 4 * LEAST);
    }
    assertEquals(4 * LEAST, patience());
  }

  /** The deadline stands, however often somebody looks. */
  @Test
  void shouldCallASilentNodeDead() {
    beatAfter(500);
    long deadline = pulse.deadlineNanos();
    for (long silence = 0; silence < 60_000; silence += 1_000) {
      assertEquals(silence * MILLI, pulse.silenceNanos(now + silence * MILLI));
      assertEquals(deadline, pulse.deadlineNanos());
    }
    assertEquals(now + LEAST, deadline);
  }

  @Test
  void shouldRefuseTimesThatMakeNoSense() {
    Duration second = Duration.ofSeconds(1);
    Duration age = Duration.ofDays(365_000);
    for (Duration[] wrong :
        new Duration[][] {{second.negated(), second}, {second, Duration.ZERO}, {second, age}}) {
      assertThrows(IllegalArgumentException.class, () -> new Heartbeat(wrong[0], wrong[1]));
    }
    Pulse patient = new Pulse(new Heartbeat(second, Duration.ofDays(3650)), now);
    assertTrue(patient.deadlineNanos() > Duration.ofDays(3600).toNanos());
    patient.beat(Duration.ofDays(3000).toNanos());
    assertTrue(patient.deadlineNanos() > Duration.ofDays(6600).toNanos());
  }
}
