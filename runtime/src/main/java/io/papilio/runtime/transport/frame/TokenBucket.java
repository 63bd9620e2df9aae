package io.papilio.runtime.transport.frame;

/**
 * Lets only so many bytes a second pass: a link that is slower than the machine's.
 *
 * <pre>
 *   tokens run in at the rate, up to a burst; a frame goes when there are any, and may leave a debt
 * </pre>
 */
public final class TokenBucket {
  /** What may pass at once after a pause: a few milliseconds' worth. */
  private static final double BURST_SECONDS = 0.005;

  private final double bytesPerNano;
  private final double burst;
  private double tokens;
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

  /** When the next frame may pass: now, or later. */
  public long readyNanos(long nowNanos) {
    tokens = Math.min(burst, tokens + (nowNanos - filledNanos) * bytesPerNano);
    filledNanos = nowNanos;
    return tokens > 0 ? nowNanos : nowNanos + (long) Math.ceil((1 - tokens) / bytesPerNano);
  }

  public void take(int bytes) {
    tokens -= bytes;
  }
}
