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

  /** With this many processes on a core each gets its turn often enough for the default. */
  private static final int USUAL_PER_CORE = 4;

  public Heartbeat {
    if (interval.isNegative()
        || deadAfter.compareTo(interval) < 0
        || deadAfter.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a beat every " + interval + " cannot be missed after " + deadAfter);
    }
  }

  /**
   * Returns the default for processes that share a machine: the more of them there are to a core,
   * the longer each may be silent.
   */
  public static Heartbeat of(int processes, int cores) {
    int usual = USUAL_PER_CORE * cores;
    return DEFAULT.withDeadAfter(
        DEFAULT.deadAfter.multipliedBy(Math.max(usual, processes)).dividedBy(usual));
  }

  /** Returns the same beats, and another time after which a silent node counts as dead. */
  public Heartbeat withDeadAfter(Duration value) {
    Duration tenth = value.dividedBy(10);
    return new Heartbeat(interval.compareTo(tenth) < 0 ? interval : tenth, value);
  }

  /** However irregular the beats, a silence of this length is the end. */
  public Duration longestSilence() {
    return deadAfter.multipliedBy(4);
  }

  boolean isOn() {
    return !interval.isZero();
  }
}
