package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.Mailbox;

/** Counts what reduces find. */
final class MixTally {
  private long reduces;
  private long full;
  private long missing;
  private long stale;
  private long newer;
  private long torn;
  private boolean isFull = true; // the reduce under way, so far

  /** Of a source, this version was found where that one was expected. */
  void add(long version, long expected) {
    if (version == Mailbox.EMPTY) {
      missing++;
    } else if (version == Mailbox.TORN) {
      torn++;
    } else if (version < expected) {
      stale++;
    } else if (version > expected) {
      newer++;
    }
    isFull &= version >= expected;
  }

  void endReduce() {
    reduces++;
    full += isFull ? 1 : 0;
    isFull = true;
  }

  MixCounts counts() {
    return new MixCounts(reduces, full, missing, stale, newer, torn);
  }
}
