package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sure of every way to exchange: the same objective, the bound, the bytes. */
@Timeout(120)
class ExchangeTest {
  private static final List<String> TOPOLOGIES = List.of("complete", "halton", "ring", "tree");
  private static final Shard ALL = Shard.of(Multiclass.blocks(163, true));

  private static Sync sync(String strategy, String consistency) {
    return Multiclass.sync(strategy, consistency);
  }

  private static Softmax softmax() {
    return new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1);
  }

  /** The weights at each look, as the last worker sees them. */
  private static List<float[]> curve(int workers, Sync sync) {
    Rate rate = new Rate(Rate.Kind.INVERSE_ROOT, 0.4);
    Sgd sgd = new Sgd(new FactorProblem(() -> softmax()), 2, 3, rate, 5, sync);
    List<float[]> seen = new ArrayList<>();
    LocalCluster.run(
        workers,
        comm ->
            sgd.run(
                comm,
                ALL.part(workers, comm.rank()),
                Multiclass.zeros(softmax()),
                (examples, weights) -> comm.rank() < workers - 1 || seen.add(weights.clone())));
    return seen;
  }

  /**
   * Factors are applied in one order, whatever way they took: the same bits. Matrices are added up
   * in another one: they differ by rounding, and the objective per example by 1e-5 of it at most.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldSeeTheSameObjectiveAfterAsManyExamples(int workers) {
    List<float[]> expected = curve(workers, Sync.FACTORS);
    assertTrue(expected.size() > 10);
    for (String topology : TOPOLOGIES) {
      for (String consistency : List.of("bsp", "ssp:0")) {
        List<float[]> curve = curve(workers, sync("factors:" + topology, consistency));
        assertEquals(expected.size(), curve.size());
        for (int look = 0; look < curve.size(); look++) {
          assertArrayEquals(expected.get(look), curve.get(look), topology + ", " + consistency);
        }
      }
    }
    for (String strategy : List.of("full-matrix", "sparse", "server")) {
      List<float[]> curve = curve(workers, sync(strategy, "bsp"));
      assertEquals(expected.size(), curve.size());
      for (int look = 0; look < curve.size(); look++) {
        double objective = Multiclass.objective(softmax(), ALL, expected.get(look));
        assertEquals(
            objective,
            Multiclass.objective(softmax(), ALL, curve.get(look)),
            1e-5 * objective,
            strategy);
      }
    }
  }

  /**
   * Adds 1 to W[worker, iteration], so that W says whose updates of which iterations are in it; and
   * notes how far back the oldest is that is not.
   */
  private static final class Ledger implements FactorModel {
    private final int rank;
    private final int workers;
    private final int iterations;
    private final SplittableRandom random;
    private final List<String> errors;
    private int iteration;
    private int oldest;

    Ledger(int rank, int workers, int iterations, List<String> errors) {
      this.rank = rank;
      this.workers = workers;
      this.iterations = iterations;
      this.random = new SplittableRandom(rank);
      this.errors = errors;
    }

    @Override
    public int rows() {
      return workers;
    }

    @Override
    public int columns() {
      return iterations;
    }

    @Override
    public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
      for (int worker = 0; worker < workers; worker++) {
        for (int then = 0; then < iterations; then++) {
          float times = matrix.get(worker, then);
          boolean mayBe = then < iteration && times == 1;
          boolean mayMiss = times == 0 && (worker != rank || then >= iteration);
          if (!mayBe && !mayMiss) {
            errors.add(
                "worker %d at %d: iteration %d of worker %d is there %s times"
                    .formatted(rank, iteration, then, worker, times));
          }
          if (then < iteration && times == 0) {
            oldest = Math.max(oldest, iteration - then);
          }
        }
      }
      if (random.nextInt(8) == rank % 8) {
        LockSupport.parkNanos(300_000L * (rank + 1)); // so that they are apart
      }
      float[] u = new float[workers];
      float[] v = new float[iterations];
      u[rank] = -workers; // the step divides by the rows of all
      v[iteration++] = 1;
      factors.u().add(u);
      factors.v().add(v);
    }

    @Override
    public double loss(SparseRows rows, int row, Matrix matrix) {
      return 0;
    }
  }

  /** Who computes iteration t has all updates of iterations before t − S in W, each once. */
  @ParameterizedTest
  @CsvSource({"bsp, 0", "ssp:0, 0", "ssp:1, 1", "ssp:2, 2", "ssp:5, 5", "asp, 2147483647"})
  void shouldMissNothingThatIsOlderThanAllowed(String consistency, int bound) {
    int iterations = 40;
    for (int workers : new int[] {2, 5, 8}) {
      RowsBuilder builder = new RowsBuilder();
      for (int i = 0; i < workers * iterations; i++) {
        builder.endRow(0, 1);
      }
      Shard all = Shard.of(List.of(builder.build()));
      for (String topology : TOPOLOGIES) {
        Sync sync = sync("factors:" + topology, consistency);
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        LocalCluster.run(
            workers,
            comm -> {
              Ledger ledger = new Ledger(comm.rank(), workers, iterations, errors);
              Rate one = new Rate(Rate.Kind.CONSTANT, 1);
              Sgd sgd = new Sgd(new FactorProblem(() -> ledger), 1, 1, one, 5, sync);
              float[] weights = Multiclass.zeros(ledger);
              sgd.run(comm, all.part(workers, comm.rank()), weights, Multiclass.PATIENT);
              assertTrue(ledger.oldest <= bound, topology + ": misses " + ledger.oldest);
              for (float each : weights) {
                assertEquals(1, each, "in the end each is there once");
              }
            });
        assertEquals(List.of(), errors, topology);
      }
    }
  }

  /** Dense factors of K pairs. */
  private record Pairs(int rows, int columns) implements FactorModel {
    @Override
    public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
      for (int i = 0; i < batch.size(); i++) {
        float[] u = new float[rows];
        float[] v = new float[columns];
        u[(int) batch.number(i) % rows] = 1;
        v[(int) batch.number(i) % columns] = 1;
        factors.u().add(u);
        factors.v().add(v);
      }
    }

    @Override
    public double loss(SparseRows rows, int row, Matrix matrix) {
      return 0;
    }
  }

  /** Of all workers in a run of so many steps. */
  private static long bytes(int workers, int batch, int steps, Sync sync) {
    Shard all = Shard.of(Multiclass.blocks(workers * batch * steps, false));
    long[] bytes = new long[workers];
    LocalCluster.run(
        workers,
        comm -> {
          FactorModel model = new Pairs(7, 11);
          Shard own = all.part(workers, comm.rank());
          var settings = new StochasticLoop.Settings("test", 1, batch, 1, sync);
          StochasticLoop loop = new StochasticLoop(comm, own, settings);
          Matrix matrix = new Matrix(7, 11);
          Rate rate = new Rate(Rate.Kind.CONSTANT, 1);
          MatrixStep step = new MatrixStep(matrix, model, rate, 0, 1);
          FactorStepper stepper = new FactorStepper(loop, model, step);
          long before = comm.bytesSent();
          assertEquals(steps, loop.run(matrix.values(), stepper, Multiclass.PATIENT));
          bytes[comm.rank()] = comm.bytesSent() - before;
        });
    long sum = 0;
    for (long each : bytes) {
      sum += each;
    }
    return sum;
  }

  /**
   * An iteration: P (P − 1) messages of 4 K (J + D) bytes and a header, also where relays pass them
   * on; through a server 2 (P − 1) J D floats.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8})
  void shouldSendWhatThePaperSays(int workers) {
    int steps = 4;
    for (int batch : new int[] {1, 3}) {
      long message = 4L * batch * (7 + 11) + Factors.HEADER_BYTES;
      for (String topology : TOPOLOGIES) {
        assertEquals(
            steps * workers * (workers - 1) * message,
            bytes(workers, batch, steps, sync("factors:" + topology, "bsp")),
            topology);
      }
      long through = 2L * (workers - 1) * 7 * 11 * 4;
      assertEquals(steps * through, bytes(workers, batch, steps, sync("server", "bsp")));
    }
  }

  /** Also what comes last of all, and the mean over workers: atoms are no longer than 1. */
  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:3", "asp"})
  void shouldEndWhereTheModelMayBe(String consistency) {
    Shard parts = Shard.of(List.of(new PartsGenerator(3, 6, 11).rows(0, 300)));
    for (int workers : new int[] {1, 2, 5}) {
      SparseCoding coding = new SparseCoding(11, 8, 0.05);
      float[] start = Multiclass.zeros(coding);
      coding.start(Matrix.of(coding, start), new SplittableRandom(6));
      Rate bold = new Rate(Rate.Kind.CONSTANT, 2);
      Sync sync = sync("factors", consistency);
      Sgd sgd =
          new Sgd(new FactorProblem(() -> new SparseCoding(11, 8, 0.05)), 1, 3, bold, 5, sync);
      for (float[] weights : Multiclass.learn(workers, sgd, parts, start)) {
        Matrix matrix = Matrix.of(coding, weights);
        float[] atom = new float[11];
        for (int d = 0; d < 8; d++) {
          matrix.column(d, atom);
          double norm = Math.sqrt(matrix.dot(d, atom));
          assertTrue(norm <= 1 + 1e-5, workers + " workers: an atom of length " + norm);
        }
      }
    }
  }

  /** Those of S iterations, and two more, of each worker: else S would be less than it says. */
  @Test
  void shouldHaveRoomForAllThatMayBeMissing() {
    for (int workers : new int[] {2, 8}) {
      for (int slack : new int[] {0, 3, 20}) {
        long update = 1_000_000;
        long share = FactorBroadcast.capacityBytes(update, workers, slack) / workers;
        assertTrue(share >= (slack + 2) * update, share + " for " + slack);
      }
      long most = FactorBroadcast.capacityBytes(1_000_000_000, workers, Integer.MAX_VALUE);
      assertEquals(8L * workers * 1_000_000_000, most, "as much as it must be, no more");
      assertEquals(256L << 20, FactorBroadcast.capacityBytes(4_000_000, workers, 1_000_000));
    }
  }

  /** Who is left behind by a server that dies has W as it was: the step is taken again. */
  @ParameterizedTest
  @EnumSource
  void shouldNotKeepHalfAStep(Rate.Kind kind) {
    float[] w = new float[7 * 11];
    Arrays.fill(w, 3);
    MatrixStep matrix =
        new MatrixStep(Matrix.of(7, 11, w), new Pairs(7, 11), new Rate(kind, 1), 0.5, 1);
    assertThrows(
        IllegalStateException.class,
        () ->
            LocalCluster.run(
                2,
                comm -> {
                  if (comm.rank() == 1) {
                    comm.reduceScatter(new float[w.length], Reduction.SUM);
                    throw new IllegalStateException("disk full");
                  }
                  Factors factors = new Factors(7, 11);
                  factors.u().add(new float[] {1, 2, 3, 4, 5, 6, 7});
                  factors.v().add(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
                  new Exchange.Server(comm, matrix, new float[w.length]).step(1, factors);
                }));
    for (float each : matrix.matrix().values()) {
      assertEquals(3, each);
    }
    for (float each : matrix.squares()) {
      assertEquals(0, each);
    }
  }
}
