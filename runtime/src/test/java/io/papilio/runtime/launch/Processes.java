package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for processes that are not this JVM's own children. */
final class Processes {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private Processes() {}

  /**
   * An orphan that has ended stays in the system's list until process 1 asks for it, which in a
   * container may be late or never; but it runs no command any more.
   */
  static void awaitEnd(ProcessHandle process) throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    while (process.isAlive() && process.info().command().isPresent()) {
      assertTrue(System.nanoTime() - start < PATIENCE_NANOS, () -> process + " still runs");
      try {
        process.onExit().get(20, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Look again.
      }
    }
  }
}
