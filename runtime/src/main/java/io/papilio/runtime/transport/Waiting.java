package io.papilio.runtime.transport;

import java.util.function.BooleanSupplier;

/**
 * How a thread waits for what should come any moment, before it goes to sleep: it spins if it has a
 * core to itself, and else lets those run whom it waits for. To be woken takes some ten
 * microseconds, so it does not pay to sleep for less; and it never burns more than that.
 */
public final class Waiting {
  private static final long SPIN_NANOS = 50_000;

  /** Longer, for the time passes while others run. */
  private static final long YIELD_NANOS = 200_000;

  private static final int LOOKS = 32;

  private Waiting() {}

  /** Whether it came. */
  public static boolean spin(BooleanSupplier arrived, boolean crowded) {
    long start = System.nanoTime();
    long most = crowded ? YIELD_NANOS : SPIN_NANOS;
    do {
      for (int i = 0; i < LOOKS; i++) {
        if (arrived.getAsBoolean()) {
          return true;
        }
        if (crowded) {
          Thread.yield();
          break;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < most);
    return false;
  }
}
