package io.papilio.runtime.transport.frame;

/**
 * Lets only so many bytes a second pass: a link that is slower than the machine's.
 *
 * <pre>
 *   tokens run in at the rate; a frame passes when there are as many as it has bytes
 * </pre>
 *
 * So a frame arrives as late as on a link that takes that long to carry it. While nothing waits
 * tokens run in up to a burst only.
 */
public final class TokenBucket {
  /** What may pass at once after a pause: a few milliseconds' worth. */
  private static final double BURST_SECONDS = 0.005;

  private final double bytesPerNano;
  private final double burst;
  private double tokens;
  private boolean waits; // a frame does
  private long filledNanos;

  public TokenBucket(double bytesPerSecond, long nowNanos) {
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException("a link of " + bytesPerSecond + " bytes a second");
    }
    this.bytesPerNano = bytesPerSecond / 1e9;
    this.burst = Math.max(1, bytesPerSecond * BURST_SECONDS);
    this.tokens = burst;
    this.filledNanos = nowNanos;
  }

  /** When the next frame, which has {@code bytes}, may pass: now, or later. */
  public long readyNanos(long nowNanos, int bytes) {
    double most = waits ? Math.max(burst, bytes) : burst;
    tokens = Math.min(most, tokens + (nowNanos - filledNanos) * bytesPerNano);
    filledNanos = nowNanos;
    waits = true;
    double missing = bytes - tokens;
    return missing <= 0 ? nowNanos : nowNanos + (long) Math.ceil(missing / bytesPerNano);
  }

  /** The frame has passed. */
  public void take(int bytes) {
    tokens -= bytes;
    waits = false;
  }
}
