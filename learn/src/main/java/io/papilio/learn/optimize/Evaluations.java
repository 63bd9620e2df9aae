package io.papilio.learn.optimize;

import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link Watch} is shown of workers that learn: the weights of all, or, where they differ,
 * the mean over them.
 *
 * <pre>
 *   alike          all have the same weights, which are shown
 *   in step        all average at every evaluation
 *   out of step    who has come to an evaluation notes its weights and the time, and waits for
 *                  nobody; when all have ended: moment by moment, the mean of what each had noted
 *                  last
 * </pre>
 *
 * Otherwise an evaluation would make the fast wait for the slow, which is what they are spared.
 */
public final class Evaluations {
  /** Beyond, every second note is dropped. */
  private static final int MOST_NOTES = 64;

  private static final long MOST_BYTES = 256L << 20; // of notes: matrices are large
  private static final int LEAST_NOTES = 3;

  private final Communicator comm;
  private final Workers workers;
  private final Watch watch;
  private final float[] weights;
  private final long startNanos = System.nanoTime();
  private final List<Note> notes = new ArrayList<>();
  private final long mostNotes;
  private int evaluations;
  private int stride = 1;

  private record Note(long nanos, long examples, float[] weights) {}

  /** How workers keep together. */
  public enum Workers {
    ALIKE,
    IN_STEP,
    OUT_OF_STEP
  }

  /**
   * Begins with these weights, an array that holds what the worker has at every evaluation.
   *
   * @param own how many examples of its own the worker has seen before
   */
  public Evaluations(Communicator comm, Workers workers, Watch watch, float[] weights, long own) {
    this.comm = comm;
    this.workers = comm.size() == 1 ? Workers.ALIKE : workers;
    this.watch = watch;
    this.weights = weights;
    this.mostNotes = mostNotes(weights.length);
    if (this.workers == Workers.OUT_OF_STEP) {
      notes.add(new Note(0, own, weights.clone()));
    }
  }

  private static long mostNotes(int weights) {
    long fit = MOST_BYTES / (4L * Math.max(1, weights));
    return Math.max(LEAST_NOTES, Math.min(MOST_NOTES, fit));
  }

  /** Returns what workers out of step note at most, with one more and the mean, in bytes. */
  public static long mostBytes(int weights) {
    return (mostNotes(weights) + 2) * 4L * weights;
  }

  /** Evaluates after so many examples of all workers, and of this one; returns whether to go on. */
  public boolean evaluate(long examples, long own) {
    if (workers == Workers.ALIKE) {
      return watch.onProgress(examples, weights);
    }
    if (workers == Workers.IN_STEP) {
      float[] mean = weights.clone();
      watch.aside(() -> average(mean, weights));
      return watch.onProgress(examples, mean);
    }
    watch.onAlone(examples);
    if (++evaluations % stride == 0) {
      notes.add(new Note(System.nanoTime() - startNanos, own, weights.clone()));
    }
    if (notes.size() > mostNotes) {
      for (int i = notes.size() - 2; i > 0; i -= 2) {
        notes.remove(i);
      }
      stride *= 2;
    }
    return true;
  }

  /** Averages, and tells how far workers are apart. */
  private void average(float[] mean, float[] own) {
    comm.allReduce(mean, Reduction.MEAN);
    double squares = 0;
    double norm = 0;
    for (int i = 0; i < mean.length; i++) {
      squares += ((double) own[i] - mean[i]) * ((double) own[i] - mean[i]);
      norm += (double) mean[i] * mean[i];
    }
    squares = comm.allReduce(squares, Reduction.SUM);
    watch.onDistance(norm == 0 ? 0 : Math.sqrt(squares / comm.size() / norm));
  }

  /** Gives all the mean of their weights, when this worker is done. */
  public void end() {
    if (workers == Workers.ALIKE) {
      return;
    }
    if (workers == Workers.OUT_OF_STEP) {
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
      long examples = comm.allReduce(notes.get(next).examples, Reduction.SUM);
      float[] mean = notes.get(next).weights.clone();
      average(mean, notes.get(next).weights);
      watch.onPast(examples, nanos / 1e9, mean);
    }
  }
}
