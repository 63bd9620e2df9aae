package io.papilio.runtime.membership;

/**
 * Notices when this process itself has stood still: it was stopped, swapped out, or got no core.
 * Its clock then jumps from one look to the next. What others said meanwhile is still unread, so
 * their silence is no sign of death, and whoever waited for this process may have given it up.
 */
final class OwnPauses {
  private final Heartbeat heartbeat;
  private long lookNanos;
  private long longNanos;
  private long longEndNanos;

  OwnPauses(Heartbeat heartbeat, long nowNanos) {
    this.heartbeat = heartbeat;
    this.lookNanos = nowNanos;
  }

  /** Returns how long this process has just stood still, or 0; to be called at every beat. */
  long look(long nowNanos) {
    long gapNanos = nowNanos - lookNanos;
    lookNanos = nowNanos;
    if (!heartbeat.isOn() || gapNanos < heartbeat.deadAfter().toNanos() / 2) {
      return 0;
    }
    longNanos = gapNanos;
    longEndNanos = nowNanos;
    return gapNanos;
  }

  /** When the next look is due: later ones would make waiting look like standing still. */
  long nextNanos() {
    return heartbeat.isOn() ? lookNanos + heartbeat.interval().toNanos() : Long.MAX_VALUE;
  }

  /** Returns in words what others may have missed of this process lately, or nothing. */
  String describe(long nowNanos) {
    boolean late = longNanos > 0 && nowNanos - longEndNanos < 2 * heartbeat.deadAfter().toNanos();
    return late
        ? "was itself paused for %.1f s (stopped, suspended or without a core)"
            .formatted(longNanos / 1e9)
        : "";
  }
}
