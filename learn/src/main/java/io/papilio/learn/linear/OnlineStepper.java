package io.papilio.learn.linear;

import io.papilio.learn.linear.OnlineState.Then;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.ForwardingWatch;
import io.papilio.learn.optimize.Notes;
import io.papilio.learn.optimize.Notes.Note;
import io.papilio.learn.optimize.Optimizer.Watch;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.optimize.Stepper;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;

/**
 * The steps of {@link Online}: a row of each worker, on its own. Workers meet before an evaluation.
 *
 * <pre>
 *   one pass                  in the end only; notes until then, unless somebody may end it early
 *   several, often enough     at every evaluation; what they learn until the next one adds up
 *   several, else             at the end of each pass, to go on from the average
 * </pre>
 */
final class OnlineStepper implements Stepper {
  private final Online online;
  private final StochasticLoop loop;
  private final Communicator comm;
  private final float[] weights;
  private final double leastGain;
  private final Passes passes;
  private final OnlineState state;
  private final int affordable; // evaluations of a pass
  private final boolean adds; // what workers learn until they meet
  private Optional<Notes> notes = Optional.empty();
  private int ahead; // of no meaning: what was read only to have it near
  private double loss; // of this worker's rows of the pass, each before it was learned
  private double lossBefore = Double.POSITIVE_INFINITY; // of all, in the pass before

  /**
   * All workers make one together.
   *
   * @param leastGain ends a run with a pass that has not lowered the loss by this share of it
   */
  OnlineStepper(
      Online online, StochasticLoop loop, float[] weights, Watch watch, double leastGain) {
    LinearStepper.requireWeights(loop.shard(), weights.length);
    this.online = online;
    this.loop = loop;
    this.comm = loop.comm();
    this.weights = weights;
    this.leastGain = leastGain;
    this.passes = new Passes(watch);
    this.state =
        new OnlineState(online.objective(), online.power(), weights, shares(weights.length - 1));
    this.affordable = Online.looks(comm.size(), loop.batches().entries(), weights.length);
    this.adds = affordable >= comm.size() && online.objective().l1() == 0;
  }

  /** Returns by which part of the regulariser a weight shrinks for each row that has it. */
  private float[] shares(int features) {
    if (online.objective().l2() == 0 && online.objective().l1() == 0) {
      return new float[0];
    }
    int[] counts = Batches.frequencies(comm, loop.shard(), features);
    float[] shares = new float[features];
    for (int i = 0; i < features; i++) {
      shares[i] = 1f / Math.max(1, counts[i]);
    }
    return shares;
  }

  /** By itself, though not at every step. */
  @Override
  public boolean exchanges() {
    return true;
  }

  @Override
  public void begin(long steps, Optional<Snapshot> resumed) {
    resumed.ifPresent(
        snapshot -> {
          state.restore(snapshot, weights);
          lossBefore = snapshot.number("loss");
        });
    if (online.passes() == 1 && comm.size() > 1 && !passes.mayEndEarly()) {
      int floats = OnlineState.CELL * weights.length;
      notes = Optional.of(Notes.agree(comm, passes, floats, 0));
    }
  }

  @Override
  public int evaluations() {
    return notes.map(some -> Math.min(affordable, 1 + some.most())).orElse(affordable);
  }

  @Override
  public void compute(Batch batch, long step) {
    for (int i = 0; i < batch.size(); i++) {
      if (i + 1 < batch.size() || batch.hasNext()) {
        ahead += LinearKernels.touch(batch.rows(i + 1), batch.row(i + 1));
      }
      loss += state.learn(batch.rows(i), batch.row(i), online.rate());
    }
  }

  @Override
  public void exchange(long step) {}

  @Override
  public void meet(long examples) {
    boolean goesOn = online.passes() > 1 && (adds || isEndOfPass(examples));
    if (isEnd(examples)) {
      state.average(comm, weights, Then.LOOK);
    } else if (goesOn) {
      state.average(comm, weights, adds ? Then.ADD : Then.AVERAGE);
    } else if (notes.isEmpty()) { // nobody goes on from it
      passes.aside(() -> state.average(comm, weights, Then.LOOK));
    }
  }

  private boolean isEndOfPass(long examples) {
    return examples % loop.rows() == 0;
  }

  private boolean isEnd(long examples) {
    return examples == online.passes() * loop.rows();
  }

  @Override
  public void settle() {} // done where workers meet

  @Override
  public Snapshot save(Snapshot snapshot) {
    return state.saveTo(snapshot).with("loss", lossBefore);
  }

  /** Returns who looks on while it learns. */
  Passes passes() {
    return passes;
  }

  /** Takes notes where nobody waits, and ends when a pass does not pay. */
  final class Passes extends ForwardingWatch {
    private boolean isEnded;

    Passes(Watch watch) {
      super(watch);
    }

    @Override
    public boolean onProgress(long examples, float[] average) {
      if (notes.isPresent() && !isEnd(examples)) {
        notes.get().add(examples, state.cells());
        onAlone(examples);
        return true;
      }
      notes.ifPresent(all -> aside(() -> all.kept().forEach(this::show)));
      isEnded = !super.onProgress(examples, average);
      return !isEnded && (!isEndOfPass(examples) || pays());
    }

    /** Shows what all knew together at a note, and when the slowest had it. */
    private void show(Note note) {
      double seconds = comm.allReduce(note.nanos() / 1e9, Reduction.MAX);
      onPast(note.examples(), seconds, state.averageOf(note.values(), comm));
    }

    /** Returns whether a pass has lowered the loss. */
    private boolean pays() {
      double sum = comm.allReduce(loss, Reduction.SUM);
      boolean isFirst = lossBefore == Double.POSITIVE_INFINITY;
      boolean pays = isFirst || sum <= lossBefore * (1 - leastGain);
      lossBefore = sum;
      loss = 0;
      return pays;
    }

    /** Returns whether the watch has ended the run. */
    boolean isEnded() {
      return isEnded;
    }
  }
}
