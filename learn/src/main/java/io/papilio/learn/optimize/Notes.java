package io.papilio.learn.optimize;

import io.papilio.learn.data.HeapSpace;
import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker knows at its evaluations while it waits for nobody. When all have ended they go
 * through their notes together, to draw the curve.
 *
 * <p>A worker keeps 64 notes at most, and no more than its share of the 256 MB that the workers of
 * a JVM have for them. If there are too many, every second one is dropped.
 */
public final class Notes {
  private static final int MOST = 64;
  private static final long ROOM_BYTES = 256L << 20;

  private final Watch watch;
  private final int most;
  private final List<Note> kept = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private long asideNanos;
  private int evaluations;
  private int stride = 1; // of evaluations that are noted

  /**
   * What a worker knew.
   *
   * @param nanos since the beginning, without the time that notes have taken
   * @param examples how many of its own, or of all, the worker had seen
   */
  public record Note(long nanos, long examples, float[] values) {}

  private Notes(Watch watch, int most) {
    this.watch = watch;
    this.most = most;
  }

  /**
   * Begins now; all workers call it together, and all may keep as many notes.
   *
   * @param floats of a note
   * @param least how many may be kept in any case
   */
  public static Notes agree(Communicator comm, Watch watch, int floats, int least) {
    int[] most = {most(floats, comm.size())};
    if (most[0] < MOST) { // then it matters who shares a JVM
      watch.aside(() -> most[0] = most(floats, HeapSpace.sharers(comm)));
    }
    return new Notes(watch, Math.max(least, most[0]));
  }

  /** Returns how many notes each worker may keep if a JVM has so many workers. */
  static int most(int floats, int sharers) {
    return (int) Math.min(MOST, ROOM_BYTES / sharers / (4L * Math.max(1, floats)));
  }

  /** Returns what the notes of a worker take at most, if a JVM has so many workers. */
  public static long mostBytes(int floats, int sharers) {
    return most(floats, sharers) * 4L * floats;
  }

  /** Returns how many may be kept. */
  public int most() {
    return most;
  }

  /** Notes a copy of these values, unless this is one of the evaluations that are left out. */
  public void add(long examples, float[] values) {
    long now = System.nanoTime();
    if (evaluations++ % stride == 0) {
      long nanos = now - startNanos - asideNanos;
      watch.aside(() -> kept.add(new Note(nanos, examples, values.clone())));
    }
    if (kept.size() > most) {
      for (int i = kept.size() - 2; i > 0; i -= 2) {
        kept.remove(i);
      }
      stride *= 2;
    }
    asideNanos += System.nanoTime() - now;
  }

  /** Returns those that are kept, in their order. */
  public List<Note> kept() {
    return kept;
  }
}
