package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategies;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that goes on from a snapshot is the rest of the run that the snapshot is of. */
class ResumeTest {
  private static final Objective LOGISTIC = new Objective(Loss.LOGISTIC, 0.02, 0);
  private static final Objective HINGE = new Objective(Loss.HINGE, 0.5, 0);
  private static final Objective SPARSE = new Objective(Loss.LOGISTIC, 0.1, 0.5);
  private static final Online ONLINE = new Online(LOGISTIC, 4, 3);
  private static final Lbfgs LBFGS = new Lbfgs(LOGISTIC, 35, 0, 4);
  private final List<SparseRows> blocks = Examples.blocks(103, true);

  static Stream<Optimizer> all() {
    return Stream.of(
        new Sgd(Examples.problem(LOGISTIC), 3, 2, Examples.rate(0.5), 3, Sync.ALL_REDUCE),
        new Sgd(Examples.problem(LOGISTIC, true), 3, 4, Examples.rate(0.1), 3, Sync.ALL_REDUCE),
        tuned("allreduce"),
        tuned("butterfly"),
        Examples.pegasos(HINGE, 4, 2, 3),
        new Sgd(Examples.problem(LOGISTIC), 3, 2, Examples.rate(0.5), 3, Sync.ALL_REDUCE)
            .withSync(sync("butterfly")),
        new Sgd(Examples.problem(LOGISTIC, true), 3, 4, Examples.rate(0.1), 3, Sync.ALL_REDUCE)
            .withSync(sync("expander")),
        new Sgd(Examples.problem(LOGISTIC, true), 3, 5, Examples.rate(0.1), 3, Sync.ALL_REDUCE)
            .withSync(sync("none")),
        Examples.pegasos(HINGE, 4, 2, 3).withSync(sync("periodic:5")),
        Examples.pegasos(HINGE, 4, 2, 3).withSync(sync("server")),
        ONLINE,
        new Online(HINGE, 3, 0.4, 0.7, 3),
        LBFGS,
        new Lbfgs(HINGE, 45, 0, 4),
        new Hybrid(new Online(LOGISTIC, 9, 3), LBFGS, 0.1),
        new Hybrid(new Online(SPARSE, 3, 3), new Lbfgs(SPARSE, 15, 0), 0));
  }

  private static Sgd tuned(String strategy) {
    Rate auto = Rate.auto(Rate.Kind.INVERSE_ROOT);
    return new Sgd(Examples.problem(LOGISTIC), 3, 4, auto, 3, sync(strategy));
  }

  private static Sync sync(String strategy) {
    try {
      return new Sync(SyncStrategies.parse(strategy), Consistency.BSP);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes down all it hears. */
  private static final class Recorder implements Optimizer.Watch {
    final Optional<byte[]> start;
    final List<String> seen = new ArrayList<>();
    final List<byte[]> snapshots = new ArrayList<>();
    final List<Integer> moments = new ArrayList<>(); // of the snapshots
    final float[] weights = new float[Examples.FEATURES + 1];
    long iterations;

    Recorder(Optional<byte[]> start) {
      this.start = start;
      Arrays.fill(weights, start.isPresent() ? Float.NaN : 0); // nothing may depend on them
    }

    @Override
    public boolean onProgress(long examples, float[] w) {
      seen.add(examples + ": " + Arrays.toString(w));
      return true;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      snapshots.add(SnapshotTest.written(snapshot.get()));
      moments.add(seen.size());
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start.map(SnapshotTest::read);
    }
  }

  private List<Recorder> run(int workers, Optimizer optimizer, Optional<byte[]> start) {
    List<Recorder> all = Stream.generate(() -> new Recorder(start)).limit(workers).toList();
    LocalCluster.run(
        workers,
        comm -> {
          Recorder mine = all.get(comm.rank());
          Shard shard = Shard.of(blocks).part(workers, comm.rank());
          mine.iterations = optimizer.run(comm, shard, mine.weights, mine);
        });
    return all;
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldGoOnToTheSameBits(Optimizer optimizer) {
    for (int workers : new int[] {1, 2, 3}) {
      List<Recorder> whole = run(workers, optimizer, Optional.empty());
      Recorder first = whole.get(0);
      assertTrue(first.snapshots.size() >= 2, first.snapshots.size() + " snapshots");
      for (int i = 0; i < first.snapshots.size(); i++) {
        for (Recorder other : whole) {
          assertArrayEquals(first.snapshots.get(i), other.snapshots.get(i), "on all workers");
        }
        int moment = first.moments.get(i);
        for (Recorder rest : run(workers, optimizer, Optional.of(first.snapshots.get(i)))) {
          assertArrayEquals(first.weights, rest.weights, "snapshot " + i + " of " + workers);
          assertEquals(first.iterations, rest.iterations);
          assertEquals(first.seen.subList(moment, first.seen.size()), rest.seen);
          assertEquals(first.snapshots.size() - i - 1, rest.snapshots.size());
          for (int later = 0; later < rest.snapshots.size(); later++) {
            assertArrayEquals(first.snapshots.get(i + 1 + later), rest.snapshots.get(later));
          }
          assertTrue(rest.seen.size() > 0, "a snapshot of the end is of no use");
        }
      }
    }
  }

  @Test
  void shouldTakeBothStagesOfHybrid() {
    Recorder recorder = run(2, new Hybrid(ONLINE, LBFGS, 0), Optional.empty()).get(0);
    List<String> stages =
        recorder.snapshots.stream().map(bytes -> SnapshotTest.read(bytes).stage()).toList();
    assertEquals(List.of("online", "online", "online", "lbfgs", "lbfgs", "lbfgs", "lbfgs"), stages);
  }

  @Test
  void shouldNotGoOnFromAnother() {
    Optional<byte[]> other = Optional.of(SnapshotTest.written(new Snapshot("another")));
    all()
        .filter(optimizer -> !(optimizer instanceof Sgd sgd && sgd.rate().isAuto()))
        .forEach(
            optimizer -> {
              Throwable thrown =
                  assertThrows(
                      Throwable.class, () -> run(1, optimizer, other), optimizer::toString);
              assertTrue(thrown.toString().contains("another"), thrown.toString());
            });
  }
}
