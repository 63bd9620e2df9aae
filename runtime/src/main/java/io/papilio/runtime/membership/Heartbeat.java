package io.papilio.runtime.membership;

import java.time.Duration;

/** How often nodes show that they live, and how long one may be silent before it counts as dead. */
public record Heartbeat(Duration interval, Duration deadAfter) {
  /** Longer than any job, and short enough to be multiplied. */
  private static final Duration LONGEST = Duration.ofDays(3650);

  /** For nodes whose end is noticed otherwise, such as threads. */
  public static final Heartbeat NONE = new Heartbeat(Duration.ZERO, Duration.ZERO);

  /**
   * A process that ends is noticed by its connections, at once. This is for those that hang, and a
   * JVM that gets gigabytes from a busy machine may well look like one for seconds.
   */
  public static final Heartbeat DEFAULT =
      new Heartbeat(Duration.ofMillis(500), Duration.ofSeconds(10));

  public Heartbeat {
    if (interval.isNegative()
        || deadAfter.compareTo(interval) < 0
        || deadAfter.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a beat every " + interval + " cannot be missed after " + deadAfter);
    }
  }

  /** However irregular the beats, a silence of this length is the end. */
  public Duration longestSilence() {
    return deadAfter.multipliedBy(4);
  }

  boolean isOn() {
    return !interval.isZero();
  }
}
