package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.Notes;
import io.papilio.learn.optimize.Notes.Note;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.List;
import java.util.Optional;

/**
 * Learns row by row, each worker on its own shard; now and then all go on from what they know
 * together, by feature: who learned more of it counts more.
 *
 * <pre>
 *   row       w ← w − s(w, x, y) · G^−½ · x        adaptive, normalised, importance-invariant
 *   average   w̄ = w₀ + Ḡ⁻¹ ΣG·(w − w₀)             w₀, G₀: the average before, or the beginning
 *             Ḡ = G₀ + Σ(G − G₀)
 * </pre>
 *
 * G is how sure a worker is. With nothing known before, G₀ = 0, it is the average of the paper, w̄
 * = (ΣG)⁻¹ ΣG·w; where much is known and little is new, what the workers have learned adds up, as
 * if one had learned it all.
 *
 * <p>In a run of several passes they average at every look of the watch, of which there are as many
 * as cost no more than the learning; in a run of one pass only at its end, so that nobody waits for
 * others within it ({@link Notes}). Where fewer looks than workers are affordable what they learn
 * apart is too much to add up: then, and with l1, as sums of zeros need not be zero, they average
 * at the end of a pass, always by (ΣG)⁻¹ ΣG·w, and G is the mean. The regulariser of a feature is
 * spread over the rows that have it: there l2 shrinks its weight, and l1 truncates it.
 *
 * <p>Agarwal, Chapelle, Dudík and Langford: A Reliable Effective Terascale Linear Learning System
 * (2014); Duchi, Hazan and Singer (2010) for G; Ross, Mineiro and Langford: Normalized Online
 * Learning (2013); {@link InvariantStep} for s; Langford, Li and Zhang: Sparse Online Learning via
 * Truncated Gradient (2009).
 *
 * @param rate how bold steps are: 0.5 in Vowpal Wabbit
 * @param power of G in the rates: 0.5 is AdaGrad
 */
public record Online(Objective objective, int passes, double rate, double power, long seed)
    implements Optimizer {
  /** How many weights it can learn at most: it has three numbers for each, in one array. */
  public static final int MOST_WEIGHTS = OnlineState.MOST_WEIGHTS;

  static final String STAGE = "online";
  private static final int LOOKS = 20; // a pass

  public Online {
    if (passes < 0 || !(rate > 0 && rate < Double.POSITIVE_INFINITY && power >= 0 && power <= 1)) {
      throw new IllegalArgumentException(
          "%d passes, rate %s, power %s".formatted(passes, rate, power));
    }
  }

  /** With Vowpal Wabbit's rate and power. */
  public Online(Objective objective, int passes, long seed) {
    this(objective, passes, 0.5, 0.5, seed);
  }

  /** Numbers of each feature, and, if nobody waits for others within a pass, notes of them. */
  @Override
  public long memoryBytes(Size size) {
    boolean notes = passes == 1 && size.workers() > 1;
    return OnlineState.bytes(size.weights())
        + (notes ? Notes.mostBytes(OnlineState.CELL * size.weights(), size.sharers()) : 0);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    return run(comm, shard, weights, watch, Double.NEGATIVE_INFINITY).count();
  }

  /**
   * Ends early when a pass has not lowered the loss, each row's before it was learned, by this
   * share of what it was in the pass before.
   *
   * @return the passes made, and whether the watch wants to go on
   */
  Passes run(Communicator comm, Shard shard, float[] weights, Watch watch, double leastGain) {
    Batches rows = Batches.agree(comm, shard, 1, weights.length);
    if (rows.rows() == 0) {
      return new Passes(0, true);
    }
    float[] shares = shares(comm, shard, weights.length - 1);
    OnlineState state = new OnlineState(objective, power, weights, shares);
    double before = Double.POSITIVE_INFINITY;
    int first = 0;
    if (watch.resumed().isPresent()) {
      Snapshot snapshot = watch.resumed().get().of(STAGE);
      state.restore(snapshot, weights);
      before = snapshot.number("loss");
      first = (int) snapshot.whole("passes");
    }
    boolean isApart = passes == 1 && comm.size() > 1 && !watch.mayEndEarly();
    Optional<Notes> notes =
        isApart
            ? Optional.of(Notes.agree(comm, watch, OnlineState.CELL * weights.length, 0))
            : Optional.empty();
    for (int pass = first; pass < passes; pass++) {
      if (pass > first) { // all workers are where the average is
        double loss = before;
        int done = pass;
        watch.onCheckpoint(
            () -> state.saveTo(new Snapshot(STAGE).with("loss", loss).with("passes", done)));
      }
      double[] sum = new double[1];
      if (!pass(comm, shard, rows, new Pass(pass, state, weights, watch, notes), sum)) {
        return new Passes(pass + 1, false);
      }
      comm.allReduce(sum, Reduction.SUM);
      if (!(sum[0] <= before * (1 - leastGain)) && before < Double.POSITIVE_INFINITY) {
        return new Passes(pass + 1, true);
      }
      before = sum[0];
    }
    return new Passes(passes, true);
  }

  /** How many were made, and whether to go on. */
  record Passes(int count, boolean goesOn) {}

  private record Pass(
      int number, OnlineState state, float[] weights, Watch watch, Optional<Notes> notes) {}

  private boolean pass(Communicator comm, Shard shard, Batches rows, Pass pass, double[] loss) {
    int[] order = Batches.shuffled(shard.size(), seed, comm.rank(), pass.number);
    int affordable = looks(comm.size(), rows.entries(), pass.weights.length);
    boolean often = affordable >= comm.size() && objective.l1() == 0;
    int looks = pass.notes.map(notes -> Math.min(affordable, 1 + notes.most())).orElse(affordable);
    int iteration = 0;
    for (int look = 1; look <= looks; look++) {
      int end = (int) ((long) rows.iterations() * look / looks);
      if (iteration == end) {
        continue;
      }
      for (int i = rows.start(iteration); i < rows.start(end); i++) {
        loss[0] += pass.state.learn(shard.block(order[i]), shard.row(order[i]), rate);
      }
      iteration = end;
      long examples = pass.number * rows.rows() + rows.rowsBefore(end);
      boolean isLast = look == looks && pass.number == passes - 1;
      boolean goesOn = passes > 1 && (often || look == looks) && !isLast;
      OnlineState.Then then = often ? OnlineState.Then.ADD : OnlineState.Then.AVERAGE;
      if (goesOn || isLast) {
        pass.state.average(comm, pass.weights, goesOn ? then : OnlineState.Then.LOOK);
        pass.watch.aside(() -> lookBack(comm, pass));
      } else if (pass.notes.isPresent()) {
        pass.notes.get().add(examples, pass.state.cells());
        pass.watch.onAlone(examples);
        continue;
      } else { // nobody goes on from it
        pass.watch.aside(() -> pass.state.average(comm, pass.weights, OnlineState.Then.LOOK));
      }
      if (!pass.watch.onProgress(examples, pass.weights)) {
        return false;
      }
    }
    return true;
  }

  /** Tells the watch what all workers knew together at each note, and when the slowest had it. */
  private static void lookBack(Communicator comm, Pass pass) {
    for (Note note : pass.notes.map(Notes::kept).orElse(List.of())) {
      double[] seconds = {note.nanos() / 1e9};
      comm.allReduce(seconds, Reduction.MAX);
      float[] weights = pass.state.averageOf(note.values(), comm);
      pass.watch.onPast(note.examples(), seconds[0], weights);
    }
  }

  /** Returns how often a pass is looked at, with these numbers of entries and weights in all. */
  static int looks(int workers, long entries, int weights) {
    long affordable = workers == 1 ? LOOKS : entries / (2L * weights);
    return (int) Math.max(1, Math.min(LOOKS, affordable));
  }

  private float[] shares(Communicator comm, Shard shard, int features) {
    if (objective.l2() == 0 && objective.l1() == 0) {
      return new float[0];
    }
    int[] counts = Batches.frequencies(comm, shard, features);
    float[] shares = new float[features];
    for (int i = 0; i < features; i++) {
      shares[i] = 1f / Math.max(1, counts[i]);
    }
    return shares;
  }
}
