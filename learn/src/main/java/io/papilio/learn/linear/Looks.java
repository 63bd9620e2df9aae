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
 *                  when all have ended: moment by moment, the mean of what each had noted last
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
      float[] mean = weights.clone();
      watch.aside(() -> average(mean, weights));
      return watch.onProgress(examples, mean);
    }
    watch.onAlone(examples);
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

  /** Tells how far workers are apart, too. */
  private void average(float[] mean, float[] own) {
    comm.allReduce(mean, Reduction.MEAN);
    double[] squares = new double[1];
    double norm = 0;
    for (int i = 0; i < mean.length; i++) {
      squares[0] += ((double) own[i] - mean[i]) * ((double) own[i] - mean[i]);
      norm += (double) mean[i] * mean[i];
    }
    comm.allReduce(squares, Reduction.SUM);
    watch.onDistance(norm == 0 ? 0 : Math.sqrt(squares[0] / comm.size() / norm));
  }

  /** When this worker is done: all get the mean of their weights. */
  void end() {
    if (sync.isComplete() || comm.size() == 1) {
      return;
    }
    if (!sync.isInStep()) {
      watch.aside(this::lookBack);
    }
    float[] mean = weights.clone(); // if it fails the weights are still good
    comm.allReduce(mean, Reduction.MEAN);
    System.arraycopy(mean, 0, weights, 0, mean.length);
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
      float[] mean = notes.get(next).weights.clone();
      average(mean, notes.get(next).weights);
      watch.onPast(examples[0], nanos / 1e9, mean);
    }
  }
}
