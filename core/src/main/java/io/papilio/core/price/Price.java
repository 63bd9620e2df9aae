package io.papilio.core.price;

/**
 * What a collective costs.
 *
 * @param totalNanos from the common start to the end of the last rank
 * @param rounds rounds in which anybody communicates
 * @param messages sent by all ranks together, those without elements included
 * @param bytesSentMax most bytes sent by one rank
 * @param bytesSentTotal bytes sent by all ranks together
 */
public record Price(
    double totalNanos, int rounds, long messages, long bytesSentMax, long bytesSentTotal) {

  public double totalMicros() {
    return totalNanos / 1e3;
  }

  /** Returns this price, but {@code factor} times the time. */
  Price times(double factor) {
    return new Price(totalNanos * factor, rounds, messages, bytesSentMax, bytesSentTotal);
  }

  /**
   * The price on the straight line from this one through {@code other}: this at 0, the other at 1.
   */
  Price onLineTo(Price other, double where) {
    return new Price(
        totalNanos + (other.totalNanos - totalNanos) * where,
        (int) onLine(rounds, other.rounds, where),
        onLine(messages, other.messages, where),
        onLine(bytesSentMax, other.bytesSentMax, where),
        onLine(bytesSentTotal, other.bytesSentTotal, where));
  }

  private static long onLine(long from, long to, double where) {
    return Math.round(from + (to - from) * where);
  }
}
