package io.papilio.runtime.transport;

import java.util.function.BooleanSupplier;

/**
 * How a thread waits for what should come any moment, before it goes to sleep.
 *
 * <pre>
 *   spin for a microsecond, unless ranks outnumber cores   for what a peer on another core sends
 *   yield the core, and spin again                         for a peer that waits for this core
 *   after 200 microseconds of that, sleep
 * </pre>
 *
 * To be woken takes some ten microseconds, so it does not pay to sleep for less. Nor does it do to
 * only spin and sleep: two threads that wake each other are soon put on one core, where each spins
 * while the other could work.
 */
public final class Waiting {
  private static final long MOST_NANOS = 200_000;
  private static final int LOOKS = 20;

  private Waiting() {}

  /** Whether it came. */
  public static boolean spin(BooleanSupplier arrived, boolean crowded) {
    long start = System.nanoTime();
    int looks = crowded ? 1 : LOOKS;
    do {
      for (int i = 0; i < looks; i++) {
        if (arrived.getAsBoolean()) {
          return true;
        }
        Thread.onSpinWait();
      }
      Thread.yield();
    } while (System.nanoTime() - start < MOST_NANOS);
    return false;
  }
}
