package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One of four workers dies in the middle of a batch, and the others go on. */
@Timeout(120)
class LostWorkerTest {
  private static final int WORKERS = 4;
  private static final int[] DIES_AFTER = {1, 17, 60}; // batches: three kinds of rates
  private static final Shard ALL = Shard.of(Multiclass.blocks(241, true));
  private static final FactorModel SOFTMAX = softmax(); // for the shape, and to judge by

  /** Dies when it is asked for the factors of a batch for the so-manyth time. */
  private static final class Mortal implements FactorModel {
    private final FactorModel model;
    private int left;

    Mortal(FactorModel model, int batches) {
      this.model = model;
      this.left = batches;
    }

    @Override
    public int rows() {
      return model.rows();
    }

    @Override
    public int columns() {
      return model.columns();
    }

    @Override
    public double l2() {
      return model.l2();
    }

    @Override
    public int freeColumns() {
      return model.freeColumns();
    }

    @Override
    public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
      if (left-- == 0) {
        throw new IllegalStateException("disk full");
      }
      model.computeFactors(batch, matrix, factors);
    }

    @Override
    public double loss(SparseRows rows, int row, Matrix matrix) {
      return model.loss(rows, row, matrix);
    }
  }

  /** Remembers where the worker is. */
  private static final class Watching implements Optimizer.Watch {
    private final Optional<Snapshot> start;
    private final List<Long> examples = new ArrayList<>();
    private Supplier<Snapshot> own;

    Watching(Optional<Snapshot> start) {
      this.start = start;
    }

    @Override
    public boolean onProgress(long count, float[] weights) {
      examples.add(count);
      return true;
    }

    @Override
    public void onStart(Supplier<Snapshot> where) {
      own = where;
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  private static Sgd sgd(Supplier<FactorModel> models, Rate.Kind kind, Sync sync) {
    return new Sgd(new FactorProblem(models), 8, 4, new Rate(kind, 0.4), 5, sync);
  }

  private static Softmax softmax() {
    return new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1);
  }

  private static Sync sync(String strategy, String consistency) {
    return Multiclass.sync(strategy, consistency);
  }

  /** What each survivor ends with. */
  private static List<float[]> survive(Rate.Kind kind, Sync sync, int unlucky, int batches) {
    List<float[]> ended = Collections.synchronizedList(new ArrayList<>());
    List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
    IllegalStateException reason =
        assertThrows(
            IllegalStateException.class,
            () ->
                LocalCluster.run(
                    WORKERS,
                    comm -> {
                      if (comm.rank() == unlucky) {
                        Sgd sgd = sgd(() -> new Mortal(softmax(), batches), kind, sync);
                        learn(comm, sgd, Multiclass.zeros(SOFTMAX), Multiclass.PATIENT);
                      }
                      try {
                        Sgd sgd = sgd(() -> softmax(), kind, sync);
                        ended.add(goOn(comm, sgd, unlucky, batches));
                      } catch (RuntimeException | Error e) {
                        errors.add(e);
                        throw e;
                      }
                    }));
    assertEquals("disk full", reason.getMessage());
    assertEquals(List.of(), errors);
    return ended;
  }

  private static long learn(Communicator comm, Sgd sgd, float[] weights, Optimizer.Watch watch) {
    return sgd.run(comm, ALL.part(comm.size(), comm.rank()), weights, watch);
  }

  private static float[] goOn(Communicator comm, Sgd sgd, int unlucky, int batches) {
    Watching first = new Watching(Optional.empty());
    float[] weights = Multiclass.zeros(SOFTMAX);
    CollectiveException lost =
        assertThrows(CollectiveException.class, () -> learn(comm, sgd, weights, first));
    assertEquals(unlucky, lost.failedRank());
    try (Communicator rest = comm.shrink()) {
      assertEquals(WORKERS - 1, rest.size());
      float[] other = weights.clone();
      Optional<Snapshot> where = where(rest, first);
      if (where.isPresent()) {
        Arrays.fill(other, Float.NaN); // nothing may depend on them
      }
      Watching second = new Watching(where);
      long steps = learn(rest, sgd, other, second);
      if (sgd.sync().isInStep()) { // else some may have come to the end before
        long iterations = (ALL.size() / rest.size() + sgd.batch()) / sgd.batch();
        assertTrue(steps <= sgd.epochs() * iterations, steps + " steps");
        long before = where.map(one -> one.whole("steps")).orElse(0L);
        assertTrue(before <= batches, "what failed was no step: " + before);
        assertTrue(steps > before, steps + " steps");
        long examples = second.examples.get(second.examples.size() - 1);
        assertEquals((long) sgd.epochs() * ALL.size(), examples);
      }
      return other;
    }
  }

  /** As a trainer does it: if one had not begun yet, all begin anew. */
  private static Optional<Snapshot> where(Communicator rest, Watching watch) {
    long[] begun = {watch.own == null ? 0 : 1};
    rest.allReduce(begun, Reduction.MIN);
    return begun[0] == 0 ? Optional.empty() : Optional.of(watch.own.get());
  }

  @ParameterizedTest
  @CsvSource({
    "factors, bsp, 2",
    "factors, ssp:2, 1",
    "factors, asp, 3",
    "factors:ring, bsp, 0",
    "factors:tree, ssp:2, 0",
    "factors:halton, asp, 2",
    "full-matrix, bsp, 2",
    "server, bsp, 1",
    "auto, bsp, 0"
  })
  void shouldGoOn(String strategy, String consistency, int unlucky) {
    double start = Multiclass.objective(SOFTMAX, ALL, Multiclass.zeros(SOFTMAX));
    Sync sync = sync(strategy, consistency);
    for (Rate.Kind kind : Rate.Kind.values()) {
      float[] whole =
          Multiclass.learn(
                  WORKERS, sgd(() -> softmax(), kind, sync), ALL, Multiclass.zeros(SOFTMAX))
              .get(0);
      double expected = Multiclass.objective(SOFTMAX, ALL, whole);
      int batches = DIES_AFTER[kind.ordinal()];
      List<float[]> ended = survive(kind, sync, unlucky, batches);
      assertEquals(WORKERS - 1, ended.size());
      for (float[] each : ended) {
        assertArrayEquals(ended.get(0), each, "in the end all have the same bits");
      }
      double reached = Multiclass.objective(SOFTMAX, ALL, ended.get(0));
      double most = sync.isInStep() ? 1.1 * expected : 0.9 * start;
      assertTrue(
          reached < most,
          "%s, after %d batches: %s, whole %s, start %s"
              .formatted(kind, batches, reached, expected, start));
    }
  }

  /**
   * One is a step ahead: its time is everybody's, and its matrix, or the mean of all. Squares only
   * grow, so that the largest are the newest.
   */
  @ParameterizedTest
  @CsvSource({
    "factors, bsp, 4, 9",
    "full-matrix, bsp, 4, 9",
    "server, bsp, 4, 9",
    "factors, ssp:1, 4.6666665, 4.6666665",
    "factors, asp, 4.6666665, 4.6666665"
  })
  void shouldGoOnFromTheFirst(String strategy, String consistency, float weight, float square) {
    Sync sync = sync(strategy, consistency);
    LocalCluster.run(
        3,
        comm -> {
          float[] own = Multiclass.zeros(SOFTMAX);
          Arrays.fill(own, (comm.rank() + 1) * (comm.rank() + 1));
          boolean isFirst = comm.rank() == 1;
          Snapshot where =
              new Snapshot("test")
                  .with("epochs", 1 + (isFirst ? 12 : 11) / 16.0) // of four workers
                  .with("steps", isFirst ? 28 : 27)
                  .with("exchange", -1)
                  .with("weights", own)
                  .with("sums", own);
          Shard shard = ALL.part(3, comm.rank()); // 81 rows, and 80 on the others
          var settings = new StochasticLoop.Settings("test", 1, 4, 5, sync);
          StochasticLoop loop = new StochasticLoop(comm, shard, settings);
          Matrix matrix = Matrix.of(SOFTMAX, Multiclass.zeros(SOFTMAX));
          MatrixStep step = new MatrixStep(matrix, SOFTMAX, new Rate(Rate.Kind.ADAGRAD, 1), 0, 1);
          FactorStepper stepper = new FactorStepper(loop, softmax(), step);
          Watching watch = new Watching(Optional.of(where));
          assertEquals(28, loop.run(matrix.values(), stepper, watch));
          Snapshot snapshot = watch.own.get();
          assertEquals(28, snapshot.whole("steps"));
          assertEquals(1 + 16.0 / 21, snapshot.number("epochs"));
          assertEquals(weight, snapshot.floats("weights")[3]);
          assertEquals(square, snapshot.floats("sums")[4]);
          for (int later = 1; later <= 4; later++) {
            assertEquals(12, loop.rowsOfStep(28 + later));
          }
          assertEquals(1, loop.rowsOfStep(28 + 5), "the rest of the epoch");
          assertEquals(12, loop.rowsOfStep(28 + 6));
        });
  }
}
