package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Notes;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.communicator.Communicator;

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
  static final String STAGE = "online";

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
    return run(comm, shard, weights, watch, Double.NEGATIVE_INFINITY).passes();
  }

  /**
   * Ends early when a pass has not lowered the loss, each row's before it was learned, by this
   * share of what it was in the pass before.
   */
  Learned run(Communicator comm, Shard shard, float[] weights, Watch watch, double leastGain) {
    StochasticLoop.Settings settings =
        new StochasticLoop.Settings(STAGE, passes, 1, seed, Sync.ALL_REDUCE);
    StochasticLoop loop = new StochasticLoop(comm, shard, settings);
    OnlineStepper stepper = new OnlineStepper(this, loop, weights, watch, leastGain);
    long steps = loop.run(weights, stepper, stepper.passes());
    long iterations = Math.max(1, loop.batches().iterations());
    int made = (int) ((steps + iterations - 1) / iterations);
    return new Learned(made, made * loop.rows(), !stepper.passes().isEnded());
  }

  /**
   * How far it came.
   *
   * @param examples of all workers, if it went on to the end of the last pass
   * @param goesOn whether the watch has not ended it
   */
  record Learned(int passes, long examples, boolean goesOn) {}

  /** Returns how often a pass is looked at, with these numbers of entries and weights in all. */
  static int looks(int workers, long entries, int weights) {
    long affordable = workers == 1 ? StochasticLoop.EVALUATIONS : entries / (2L * weights);
    return (int) Math.max(1, Math.min(StochasticLoop.EVALUATIONS, affordable));
  }
}
