package io.papilio.learn.sync;

import java.util.concurrent.locks.LockSupport;

/**
 * How long the steps of workers take, for experiments: at least so long, and one of them so many
 * times as long.
 *
 * <pre>
 *   --pace 5 --straggle 2:4     worker 0   |step |step |step |step |
 *                               worker 2   |step                   |
 * </pre>
 *
 * A worker that is ahead of its pace sleeps. So many workers on a few cores compute as if each had
 * a core of its own, as long as steps are much shorter than the pace.
 *
 * @param stepNanos the least a step takes; 0: what it takes
 * @param straggler the rank that is slow; −1: none
 * @param factor how many times as long its steps take
 */
public record Pace(long stepNanos, int straggler, double factor) {
  /** As fast as can be. */
  public static final Pace FULL = new Pace(0, -1, 1);

  /** Shorter sleeps are put off: they would last longer than they should. */
  private static final long SHORTEST_SLEEP = 200_000;

  public Pace {
    if (stepNanos < 0 || !(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "steps of %d ns, %s times as long on one worker".formatted(stepNanos, factor));
    }
  }

  /** One worker's clock. */
  Clock clock(int rank) {
    return new Clock(stepNanos, rank == straggler ? factor : 1);
  }

  /** Sees to it that a worker is not faster than it should be. */
  public static final class Clock {
    private final long stepNanos;
    private final double factor;
    private long owed;

    private Clock(long stepNanos, double factor) {
      this.stepNanos = stepNanos;
      this.factor = factor;
    }

    /** Whether there is anything to see to. */
    public boolean isFull() {
      return stepNanos == 0 && factor == 1;
    }

    /** After the computing of a step that took so long. */
    public void rest(long computedNanos) {
      owed += (long) (factor * Math.max(stepNanos, computedNanos)) - computedNanos;
      long now = System.nanoTime();
      while (owed >= SHORTEST_SLEEP && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(owed);
        long then = System.nanoTime();
        owed -= then - now;
        now = then;
      }
    }
  }
}
