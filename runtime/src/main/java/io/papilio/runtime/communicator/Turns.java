package io.papilio.runtime.communicator;

import java.util.Arrays;
import java.util.List;

/**
 * Times things that all ranks do together, in turns, so that a busy moment of the machine does not
 * hit one of them alone; nor is one always the first.
 *
 * <pre>
 *   round 0   a b c
 *   round 1   b c a
 *   round 2   c a b
 * </pre>
 *
 * A time is that of a number of calls back to back, divided by that number, on the slowest rank: so
 * all ranks get the same times. All of them make the same calls here.
 */
public final class Turns {
  private final Communicator comm;
  private final int calls;
  private final Runnable before;
  private final List<Runnable> contenders;
  private int rounds;

  /**
   * In turns of so many calls.
   *
   * @param before what comes before each turn and is not timed
   */
  public Turns(Communicator comm, int calls, Runnable before, List<Runnable> contenders) {
    this.comm = comm;
    this.calls = calls;
    this.before = before;
    this.contenders = List.copyOf(contenders);
  }

  /**
   * How many all-reduces of this length make a turn: as many as it takes to outlast the clock and
   * the scheduler.
   */
  public static int calls(int length) {
    if (length <= 1_000) {
      return 200;
    }
    if (length <= 100_000) {
      return 20;
    }
    return length <= 1_000_000 ? 3 : 1;
  }

  /** Rounds, until what they call is as fast as it gets, or for so many {@link WarmUp} spells. */
  public void warmUp(int mostSpells) {
    WarmUp.run(comm, mostSpells, () -> spent(round()));
  }

  /** A turn of each: the nanoseconds of a call. */
  public double[] round() {
    int count = contenders.size();
    double[] nanos = new double[count];
    for (int turn = 0; turn < count; turn++) {
      int contender = (rounds + turn) % count;
      nanos[contender] = nanos(contenders.get(contender));
    }
    rounds = (rounds + 1) % count;
    return nanos;
  }

  /** How long a round took that gave these. */
  public double spent(double[] nanos) {
    return calls * Arrays.stream(nanos).sum();
  }

  private double nanos(Runnable contender) {
    before.run();
    comm.barrier();
    long start = System.nanoTime();
    for (int call = 0; call < calls; call++) {
      contender.run();
    }
    return comm.allReduce((double) (System.nanoTime() - start) / calls, Reduction.MAX);
  }
}
