package io.papilio.learn.linear;

import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the curve of a single online pass without making workers wait for each other: a worker
 * notes what it knows at each evaluation, and when all have ended the notes are averaged, one
 * evaluation after the other.
 *
 * <p>A point of the curve has the time at which the slowest worker got there.
 */
final class PassNotes {
  private static final int MOST_NOTES = 64;
  private static final long MOST_BYTES = 256L << 20; // of a worker

  private final OnlineState state;
  private final Watch watch;
  private final long startNanos = System.nanoTime();
  private long copyNanos;
  private final List<Note> notes = new ArrayList<>();

  private record Note(long examples, double seconds, float[] cells) {}

  PassNotes(OnlineState state, Watch watch) {
    this.state = state;
    this.watch = watch;
  }

  /** Returns how many evaluations there may be: the last one needs no note. */
  static int most(int weights) {
    return 1 + (int) Math.min(MOST_NOTES, MOST_BYTES / (4L * OnlineState.CELL * weights));
  }

  /** Notes what this worker knows when all have seen this many examples, if they are as fast. */
  void add(long examples) {
    long now = System.nanoTime();
    double seconds = (now - startNanos - copyNanos) / 1e9;
    watch.aside(() -> notes.add(new Note(examples, seconds, state.copyOfCells())));
    watch.onAlone(examples);
    copyNanos += System.nanoTime() - now;
  }

  /** Tells the watch what all workers knew together at each note; all call it together. */
  void show(Communicator comm) {
    watch.aside(() -> notes.forEach(note -> show(comm, note)));
    notes.clear();
  }

  private void show(Communicator comm, Note note) {
    double seconds = comm.allReduce(note.seconds, Reduction.MAX);
    float[] weights = new float[note.cells.length / OnlineState.CELL];
    state.averageOf(note.cells, comm, weights);
    watch.onPast(note.examples, seconds, weights);
  }
}
