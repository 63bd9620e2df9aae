package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Online passes to get near the optimum quickly, then L-BFGS to get there.
 *
 * <pre>
 *   online pass, on each shard  ->  average by confidence  ->  L-BFGS on all rows
 *        \_______ again, while it pays and passes are left
 * </pre>
 *
 * A pass pays if it lowers the loss that each row has before it is learned by {@code leastGain} of
 * what it was in the pass before.
 *
 * <p>Agarwal, Chapelle, Dudík and Langford: A Reliable Effective Terascale Linear Learning System
 * (2014), algorithm 2.
 */
public record Hybrid(Online online, Lbfgs lbfgs, double leastGain) implements Optimizer {
  /** Then a pass does less than an iteration of L-BFGS, which costs about twice as much. */
  private static final double USUAL_GAIN = 0.1;

  public Hybrid {
    if (!online.objective().equals(lbfgs.problem())) {
      throw new IllegalArgumentException(
          "two objectives: %s, then %s".formatted(online.objective(), lbfgs.problem()));
    }
    if (!(leastGain >= 0 && leastGain <= 1)) {
      throw new IllegalArgumentException("least gain " + leastGain);
    }
  }

  public Hybrid(Online online, Lbfgs lbfgs) {
    this(online, lbfgs, USUAL_GAIN);
  }

  @Override
  public long memoryBytes(Size size) {
    return Math.max(online.memoryBytes(size), lbfgs.memoryBytes(size));
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    Later later = watch.resumed().filter(Later::isAt).map(s -> new Later(watch, s)).orElse(null);
    if (later == null) {
      Online.Learned first = online.run(comm, shard, weights, watch, leastGain);
      if (!first.goesOn()) {
        return first.passes();
      }
      later = new Later(watch, first.passes(), first.examples());
    }
    return later.passes + lbfgs.run(comm, shard, weights, later);
  }

  /** Looks on at L-BFGS, after so many passes and examples. */
  private record Later(Watch watch, long passes, long learned) implements Watch {
    Later(Watch watch, Snapshot snapshot) {
      this(watch, snapshot.whole("passes"), snapshot.whole("learned"));
    }

    static boolean isAt(Snapshot snapshot) {
      return snapshot.stage().equals(Lbfgs.STAGE);
    }

    @Override
    public boolean onProgress(long examples, float[] weights) {
      return watch.onProgress(learned + examples, weights);
    }

    @Override
    public boolean onProgress(long examples, float[] weights, OptionalDouble losses) {
      return watch.onProgress(learned + examples, weights, losses);
    }

    @Override
    public void onPass() {
      watch.onPass();
    }

    @Override
    public void onNote(String note) {
      watch.onNote(note);
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      watch.onCheckpoint(() -> snapshot.get().with("passes", passes).with("learned", learned));
    }

    @Override
    public Optional<Snapshot> resumed() {
      return watch.resumed().filter(Later::isAt);
    }
  }
}
