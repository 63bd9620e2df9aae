package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that goes on from a snapshot is the rest of the run that the snapshot is of. */
@Timeout(120)
class MatrixResumeTest {
  private static final Shard ALL = Shard.of(Multiclass.blocks(103, true));
  private static final Shard PAIRS = Shard.of(List.of(new Differences(ALL, 5).rows(0, 90)));
  private static final List<String> SYNCS =
      List.of("factors", "factors:ring", "full-matrix", "server", "auto");
  private static final List<String> AVERAGES = List.of("butterfly", "expander", "periodic", "none");

  static Stream<Optimizer> all() {
    List<Optimizer> all = new ArrayList<>();
    for (String sync : SYNCS) {
      for (Rate.Kind kind : Rate.Kind.values()) {
        all.add(sgd(() -> softmax(), kind, sync(sync, "bsp")));
        all.add(sgd(() -> softmax(), Rate.auto(kind), sync(sync, "bsp")));
      }
    }
    for (String sync : AVERAGES) {
      all.add(sgd(() -> softmax(), Rate.Kind.ADAGRAD, sync(sync, "bsp")));
      all.add(sgd(() -> softmax(), Rate.auto(Rate.Kind.INVERSE_ROOT), sync(sync, "bsp")));
    }
    Sync ssp = sync("factors:tree", "ssp:0");
    all.add(sgd(() -> softmax(), Rate.Kind.ADAGRAD, ssp));
    all.add(sgd(() -> new MetricLearning(4, Multiclass.FEATURES, 1), Rate.Kind.CONSTANT, ssp));
    all.add(sgd(() -> new SparseCoding(Multiclass.FEATURES, 7, 0.1), Rate.Kind.INVERSE_ROOT, ssp));
    for (String sync : SYNCS) {
      int classes = Multiclass.CLASSES;
      all.add(
          new Sdca(
              new SoftmaxProblem(classes, Multiclass.FEATURES, 1), 4, 3, 0, 5, sync(sync, "bsp")));
    }
    return all.stream();
  }

  private static FactorModel softmax() {
    return new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1);
  }

  private static Sgd sgd(Supplier<FactorModel> models, Rate.Kind kind, Sync sync) {
    return sgd(models, new Rate(kind, 0.2), sync);
  }

  private static Sgd sgd(Supplier<FactorModel> models, Rate rate, Sync sync) {
    return new Sgd(new FactorProblem(models), 4, 3, rate, 5, sync);
  }

  private static Sync sync(String strategy, String consistency) {
    return Multiclass.sync(strategy, consistency);
  }

  private static FactorModel model(Optimizer optimizer) {
    return optimizer instanceof Sgd sgd ? ((FactorProblem) sgd.problem()).model() : softmax();
  }

  /** Writes down all it hears. */
  private static final class Recorder implements Optimizer.Watch {
    final Optional<byte[]> start;
    final List<String> seen = new ArrayList<>();
    final List<byte[]> snapshots = new ArrayList<>();
    final List<Integer> moments = new ArrayList<>(); // of the snapshots
    final float[] weights;
    long iterations;
    long bytesSent;

    Recorder(FactorModel model, Optional<byte[]> start) {
      this.start = start;
      this.weights = Multiclass.zeros(model);
      model.start(Matrix.of(model, weights), new SplittableRandom(6));
      if (start.isPresent()) {
        Arrays.fill(weights, Float.NaN); // nothing may depend on them
      }
    }

    @Override
    public boolean onProgress(long examples, float[] now) {
      seen.add(examples + ": " + Arrays.hashCode(now));
      return true;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      snapshots.add(written(snapshot.get()));
      moments.add(seen.size());
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start.map(MatrixResumeTest::read);
    }
  }

  private static byte[] written(Snapshot snapshot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      snapshot.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Snapshot read(byte[] bytes) {
    try {
      return Snapshot.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Recorder> run(int workers, Optimizer optimizer, Optional<byte[]> start) {
    List<Recorder> recorders = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      recorders.add(new Recorder(model(optimizer), start));
    }
    LocalCluster.run(
        workers,
        comm -> {
          Recorder own = recorders.get(comm.rank());
          Shard rows = model(optimizer) instanceof MetricLearning ? PAIRS : ALL;
          Shard shard = rows.part(workers, comm.rank());
          own.iterations = optimizer.run(comm, shard, own.weights, own);
          own.bytesSent = comm.bytesSent();
        });
    return recorders;
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldGoOnToTheSameBits(Optimizer optimizer) {
    for (int workers : new int[] {1, 2, 3}) {
      List<Recorder> whole = run(workers, optimizer, Optional.empty());
      Recorder first = whole.get(0);
      assertTrue(first.snapshots.size() >= 3, first.snapshots.size() + " snapshots");
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

  /** What is cheapest after some epochs may be something else, of other bits. */
  @Test
  void shouldKeepToTheChoiceOfAuto() {
    byte[] some =
        run(3, sgd(() -> softmax(), Rate.Kind.CONSTANT, sync("auto", "bsp")), Optional.empty())
            .get(0)
            .snapshots
            .get(0);
    for (FactorChoice.Kind kind : FactorChoice.Kind.values()) {
      Optional<byte[]> start = Optional.of(written(read(some).with("exchange", kind.ordinal())));
      Sgd plain =
          sgd(
              () -> softmax(),
              Rate.Kind.CONSTANT,
              sync(List.of("factors", "sparse", "full-matrix").get(kind.ordinal()), "bsp"));
      long expected = run(3, plain, start).get(1).bytesSent;
      assertEquals(expected, run(3, plain.withSync(sync("auto", "bsp")), start).get(1).bytesSent);
    }
  }

  @Test
  void shouldRememberWhatAutoHasChosenForSdca() {
    Sdca sdca =
        new Sdca(
            new SoftmaxProblem(Multiclass.CLASSES, Multiclass.FEATURES, 1),
            4,
            3,
            0,
            5,
            sync("auto", "bsp"));
    byte[] some = run(3, sdca, Optional.empty()).get(2).snapshots.get(0);
    assertTrue(read(some).number("exchange") >= 0);
  }

  @Test
  void shouldNotGoOnFromAnother() {
    Optional<byte[]> other = Optional.of(written(new Snapshot("another").with("rate", 1)));
    all()
        .forEach(
            optimizer -> {
              Throwable thrown =
                  assertThrows(
                      Throwable.class, () -> run(1, optimizer, other), optimizer::toString);
              assertTrue(thrown.toString().contains("another"), thrown.toString());
            });
  }
}
