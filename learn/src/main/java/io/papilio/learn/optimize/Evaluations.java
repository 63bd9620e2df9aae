package io.papilio.learn.optimize;

import io.papilio.learn.optimize.Notes.Note;
import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
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
  /** The start, and one more. */
  private static final int LEAST_NOTES = 2;

  private final Communicator comm;
  private final Workers workers;
  private final Watch watch;
  private final float[] weights;
  private final Notes notes; // null: workers are in step

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
    if (this.workers == Workers.OUT_OF_STEP) {
      this.notes = Notes.agree(comm, watch, weights.length, LEAST_NOTES);
      notes.add(own, weights);
    } else {
      this.notes = null;
    }
  }

  /** Returns what workers out of step need, if a JVM has so many of them: notes, and a mean. */
  static long mostBytes(int weights, int sharers) {
    return Math.max(LEAST_NOTES * 4L * weights, Notes.mostBytes(weights, sharers)) + 8L * weights;
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
    notes.add(own, weights);
    watch.onAlone(examples);
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
    List<Note> kept = notes.kept();
    long[] last = {kept.get(kept.size() - 1).nanos(), kept.size() - 1};
    comm.allReduce(last, Reduction.MAX);
    long moments = Math.max(1, last[1]); // the start, if a loss came after the last step
    int next = 0;
    for (int moment = 1; moment <= moments; moment++) {
      long nanos = last[0] * moment / moments;
      while (next + 1 < kept.size() && kept.get(next + 1).nanos() <= nanos) {
        next++;
      }
      long examples = comm.allReduce(kept.get(next).examples(), Reduction.SUM);
      float[] mean = kept.get(next).values().clone();
      average(mean, kept.get(next).values());
      watch.onPast(examples, nanos / 1e9, mean);
    }
  }
}
