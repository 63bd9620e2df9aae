package io.papilio.runtime.membership;

/**
 * How regularly a node shows that it lives, and so how long it may be silent before it counts as
 * dead: at least as long as {@link Heartbeat#deadAfter}, and longer on a machine that is so busy
 * that beats come late. Learned from the gaps between beats as TCP learns its time-outs, from their
 * mean and mean deviation (Jacobson and Karels, 1988).
 */
final class Pulse {
  private static final double MEAN_GAIN = 1.0 / 8;
  private static final double DEVIATION_GAIN = 1.0 / 4;
  private static final int DEVIATIONS = 8;

  private final Heartbeat heartbeat;
  private long lastNanos;
  private double meanNanos;
  private double deviationNanos;

  Pulse(Heartbeat heartbeat, long nowNanos) {
    this.heartbeat = heartbeat;
    this.lastNanos = nowNanos;
    this.meanNanos = heartbeat.interval().toNanos();
  }

  void beat(long nowNanos) {
    double error = nowNanos - lastNanos - meanNanos;
    meanNanos += MEAN_GAIN * error;
    deviationNanos += DEVIATION_GAIN * (Math.abs(error) - deviationNanos);
    lastNanos = nowNanos;
  }

  /** What this process missed while it stood still itself does not count. */
  void forgive(long pauseNanos) {
    lastNanos += pauseNanos;
  }

  long silenceNanos(long nowNanos) {
    return nowNanos - lastNanos;
  }

  /** When the silence will have lasted for too long. */
  long deadlineNanos() {
    long least = heartbeat.deadAfter().toNanos();
    long learned = (long) (2 * meanNanos + DEVIATIONS * deviationNanos);
    return lastNanos + Math.min(heartbeat.longestSilence().toNanos(), Math.max(least, learned));
  }
}
