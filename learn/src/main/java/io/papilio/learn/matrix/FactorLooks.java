package io.papilio.learn.matrix;

import io.papilio.learn.linear.Optimizer.Watch;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.ArrayList;
import java.util.List;

/**
 * What is seen of workers that learn a matrix.
 *
 * <pre>
 *   in step        all have the same matrix, which is shown
 *   out of step    who has come to a look notes its matrix and the time, and waits for nobody; when
 *                  all have ended: the mean of what each had noted last by then, moment by moment
 * </pre>
 */
final class FactorLooks {
  private static final int MOST_NOTES = 64;
  private static final long MOST_BYTES = 256L << 20; // matrices are large

  private final Communicator comm;
  private final Watch watch;
  private final Matrix matrix;
  private final boolean together;
  private final long startNanos = System.nanoTime();
  private final List<Note> notes = new ArrayList<>();
  private final int mostNotes;
  private int looks;
  private int stride = 1;

  private record Note(long nanos, long examples, float[] values) {}

  FactorLooks(Communicator comm, FactorSync sync, Watch watch, Matrix matrix) {
    this.comm = comm;
    this.watch = watch;
    this.matrix = matrix;
    this.together = comm.size() == 1 || sync.isInStep();
    long fit = MOST_BYTES / (4L * matrix.unsettled().length);
    this.mostNotes = (int) Math.max(3, Math.min(MOST_NOTES, fit));
    if (!together) {
      notes.add(new Note(0, 0, matrix.values().clone()));
    }
  }

  /** After so many examples of all workers, and of this one; returns whether to go on. */
  boolean look(long examples, long own) {
    if (together) {
      return watch.onProgress(examples, matrix.values());
    }
    watch.onAlone(examples);
    if (++looks % stride == 0) {
      notes.add(new Note(System.nanoTime() - startNanos, own, matrix.values().clone()));
    }
    if (notes.size() > mostNotes) {
      for (int i = notes.size() - 2; i > 0; i -= 2) {
        notes.remove(i);
      }
      stride *= 2;
    }
    return true;
  }

  /** When this worker is done: all get the mean. */
  void end() {
    if (together) {
      return;
    }
    watch.aside(this::lookBack);
    float[] mean = matrix.values().clone(); // if it fails the matrix is still good
    comm.allReduce(mean, Reduction.MEAN);
    System.arraycopy(mean, 0, matrix.values(), 0, mean.length);
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
      float[] mean = notes.get(next).values.clone();
      comm.allReduce(mean, Reduction.MEAN);
      watch.onPast(examples[0], nanos / 1e9, mean);
    }
  }
}
