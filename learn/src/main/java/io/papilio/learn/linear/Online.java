package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/**
 * Learns row by row, each worker on its own shard, and averages between passes.
 *
 * <pre>
 *   pass      w ← w − s(w, x, y) · G^−½ · x        adaptive, normalised, importance-invariant
 *   average   w̄ = (ΣG)⁻¹ ΣG·w     Ḡ = (ΣG)⁻¹ ΣG²   by feature: who learned more of it counts more
 * </pre>
 *
 * A pass needs no communication but for the watch, which sees the average as it would be: as often
 * as costs no more than the learning. The regulariser of a feature is spread over the rows that
 * have it, and shrinks its weight there.
 *
 * <p>Agarwal, Chapelle, Dudík and Langford: A Reliable Effective Terascale Linear Learning System
 * (2014); Duchi, Hazan and Singer (2010) for G; Ross, Mineiro and Langford: Normalized Online
 * Learning (2013); {@link InvariantStep} for s.
 *
 * @param rate how bold steps are: 0.5 in Vowpal Wabbit
 * @param power of G in the rates: 0.5 is AdaGrad
 */
public record Online(Objective objective, int passes, double rate, double power, long seed)
    implements Optimizer {
  static final String STAGE = "online";
  private static final int LOOKS = 20; // a pass

  public Online {
    objective.requireNoL1("online");
    if (passes < 0 || !(rate > 0 && rate < Double.POSITIVE_INFINITY && power >= 0 && power <= 1)) {
      throw new IllegalArgumentException(
          "%d passes, rate %s, power %s".formatted(passes, rate, power));
    }
  }

  /** With Vowpal Wabbit's rate and power. */
  public Online(Objective objective, int passes, long seed) {
    this(objective, passes, 0.5, 0.5, seed);
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
    float[] penalties = penalties(comm, shard, weights.length - 1);
    OnlineState state = new OnlineState(objective.loss(), power, weights, penalties);
    double before = Double.POSITIVE_INFINITY;
    int first = 0;
    if (watch.resumed().isPresent()) {
      Snapshot snapshot = watch.resumed().get().of(STAGE);
      state.restore(snapshot);
      before = snapshot.number("loss");
      first = (int) snapshot.whole("passes");
    }
    for (int pass = first; pass < passes; pass++) {
      if (pass > first) { // all workers are where the average is
        double loss = before;
        int done = pass;
        watch.onCheckpoint(
            () -> state.saveTo(new Snapshot(STAGE).with("loss", loss).with("passes", done)));
      }
      double[] sum = new double[1];
      if (!pass(comm, shard, rows, new Pass(pass, state, weights, watch), sum)) {
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

  private record Pass(int number, OnlineState state, float[] weights, Watch watch) {}

  private boolean pass(Communicator comm, Shard shard, Batches rows, Pass pass, double[] loss) {
    int[] order = Batches.shuffled(shard.size(), seed, comm.rank(), pass.number);
    long affordable = comm.size() == 1 ? LOOKS : rows.entries() / (2L * pass.weights.length);
    int looks = (int) Math.max(1, Math.min(LOOKS, affordable));
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
      float[] sumG = pass.state.average(comm, pass.weights);
      long examples = pass.number * rows.rows() + rows.rowsBefore(end);
      if (!pass.watch.onProgress(examples, pass.weights)) {
        return false;
      }
      if (look == looks && pass.number < passes - 1) {
        pass.state.adopt(comm, pass.weights, sumG);
      }
    }
    return true;
  }

  private float[] penalties(Communicator comm, Shard shard, int features) {
    if (objective.l2() == 0) {
      return new float[0];
    }
    int[] counts = Batches.frequencies(comm, shard, features);
    float[] penalties = new float[features];
    for (int i = 0; i < features; i++) {
      penalties[i] = (float) (objective.l2() / Math.max(1, counts[i]));
    }
    return penalties;
  }
}
