package io.papilio.learn.linear;

import io.papilio.learn.linear.Optimizer.Watch;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.ArrayList;
import java.util.List;

/**
 * What is seen of workers whose weights differ: the mean over them.
 *
 * <pre>
 *   in step        all average at every look
 *   out of step    who has come to a look notes its weights and the time, and waits for nobody;
 *                  when all have ended: the mean of what each had noted last by then, moment by moment
 * </pre>
 *
 * Else a look would make the fast wait for the slow, which is what they are spared.
 */
final class Looks {
  /** Beyond, every second note is dropped. */
  private static final int MOST_NOTES = 64;

  private final Communicator comm;
  private final Sync sync;
  private final Watch watch;
  private final float[] weights;
  private final long startNanos = System.nanoTime();
  private final List<Note> notes = new ArrayList<>();
  private int looks;
  private int stride = 1;

  private record Note(long nanos, long examples, float[] weights) {}

  Looks(Communicator comm, Sync sync, Watch watch, float[] weights) {
    this.comm = comm;
    this.sync = sync;
    this.watch = watch;
    this.weights = weights;
    if (!sync.isInStep()) {
      notes.add(new Note(0, 0, weights.clone()));
    }
  }

  /** After so many examples of all workers, and of this one; returns whether to go on. */
  boolean look(long examples, long own) {
    if (sync.isComplete() || comm.size() == 1) {
      return watch.onProgress(examples, weights);
    }
    if (sync.isInStep()) {
      return watch.onProgress(examples, mean(weights.clone()));
    }
    if (++looks % stride == 0) {
      notes.add(new Note(System.nanoTime() - startNanos, own, weights.clone()));
    }
    if (notes.size() > MOST_NOTES) {
      for (int i = notes.size() - 2; i > 0; i -= 2) {
        notes.remove(i);
      }
      stride *= 2;
    }
    return true;
  }

  private float[] mean(float[] values) {
    comm.allReduce(values, Reduction.MEAN);
    return values;
  }

  /** When this worker is done: all get the mean of their weights. */
  void end() {
    if (sync.isComplete() || comm.size() == 1) {
      return;
    }
    if (!sync.isInStep()) {
      lookBack();
    }
    mean(weights);
  }

  private void lookBack() {
    long[] last = {notes.get(notes.size() - 1).nanos, notes.size() - 1};
    comm.allReduce(last, Reduction.MAX);
    int next = 0;
    for (int moment = 1; moment <= last[1]; moment++) {
      long nanos = last[0] * moment / last[1];
      while (next + 1 < notes.size() && notes.get(next + 1).nanos <= nanos) {
        next++;
      }
      long[] examples = {notes.get(next).examples};
      comm.allReduce(examples, Reduction.SUM);
      watch.onPast(examples[0], nanos / 1e9, mean(notes.get(next).weights.clone()));
    }
  }
}
