package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Orders;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class FactorSgdTest {
  private static final Shard ALL = Shard.of(Multiclass.blocks(241, true));
  private static final Supplier<FactorModel> SOFTMAX =
      () -> new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1);

  private static Sync sync(String strategy, String consistency) {
    return Multiclass.sync(strategy, consistency);
  }

  private static Sgd sgd(Rate.Kind kind, Sync sync) {
    return new Sgd(new FactorProblem(SOFTMAX), 3, 4, new Rate(kind, 0.3), 5, sync);
  }

  private static List<float[]> learn(int workers, Sgd sgd, Shard all) {
    FactorModel model = ((FactorProblem) sgd.problem()).model();
    float[] start = Multiclass.zeros(model);
    model.start(Matrix.of(model, start), new SplittableRandom(6));
    return Multiclass.learn(workers, sgd, all, start);
  }

  /** The tolerance: 1e-5 of the objective. Sums of floats depend on the order, and so do W. */
  @ParameterizedTest
  @EnumSource
  void shouldLearnTheSameHoweverItIsExchanged(Rate.Kind kind) {
    for (int workers : Multiclass.WORKERS) {
      double expected = Double.NaN;
      for (String strategy : List.of("factors", "factors:ring", "full-matrix", "server", "auto")) {
        Sync sync = sync(strategy, "bsp");
        List<float[]> ended = learn(workers, sgd(kind, sync), ALL);
        for (float[] each : ended) {
          assertArrayEquals(ended.get(0), each, strategy + ": not the same bits");
        }
        assertArrayEquals(
            ended.get(0), learn(workers, sgd(kind, sync), ALL).get(0), "not repeatable");
        double objective = Multiclass.objective(SOFTMAX.get(), ALL, ended.get(0));
        expected = Double.isNaN(expected) ? objective : expected;
        assertEquals(expected, objective, 1e-5 * expected, strategy + ", " + workers);
      }
      List<float[]> entries = learn(workers, sgd(kind, Multiclass.sync("sparse", "bsp")), ALL);
      assertEquals(
          expected, Multiclass.objective(SOFTMAX.get(), ALL, entries.get(0)), 1e-5 * expected);
      assertArrayEquals(entries.get(0), entries.get(workers - 1));
    }
  }

  /** One worker with P times the batch is the same, were it not for the order of rows. */
  @Test
  void shouldStepByTheMeanOverTheRowsOfAll() {
    Shard eight = Shard.of(Multiclass.blocks(8, true));
    for (int workers : new int[] {1, 2, 4, 8}) {
      Sgd whole =
          new Sgd(
              new FactorProblem(SOFTMAX, 2),
              4,
              8 / workers,
              new Rate(Rate.Kind.INVERSE_ROOT, 0.5),
              1,
              Sync.FACTORS);
      float[] alone =
          learn(1, new Sgd(new FactorProblem(SOFTMAX), 4, 8, whole.rate(), 1, whole.sync()), eight)
              .get(0);
      assertArrayEquals(alone, learn(workers, whole, eight).get(workers - 1), 1e-5f);
    }
  }

  @Test
  void shouldGiveTheBitsOfBspWithoutSlack() {
    for (String strategy : List.of("factors", "factors:tree")) {
      for (Rate.Kind kind : Rate.Kind.values()) {
        float[] bsp = learn(5, sgd(kind, sync(strategy, "bsp")), ALL).get(3);
        float[] ssp = learn(5, sgd(kind, sync(strategy, "ssp:0")), ALL).get(2);
        assertArrayEquals(bsp, ssp);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "factors, bsp",
    "factors, ssp:1",
    "factors, ssp:5",
    "factors, asp",
    "factors:halton, ssp:2",
    "factors:ring, asp",
    "factors:tree, asp"
  })
  void shouldLearn(String strategy, String consistency) {
    double start = Multiclass.objective(SOFTMAX.get(), ALL, Multiclass.zeros(SOFTMAX.get()));
    double reached = -1;
    for (int workers : Multiclass.WORKERS) {
      Sgd sgd =
          new Sgd(
              new FactorProblem(SOFTMAX),
              12,
              4,
              new Rate(Rate.Kind.INVERSE_ROOT, 0.5),
              5,
              sync(strategy, consistency));
      List<float[]> ended = learn(workers, sgd, ALL);
      for (float[] each : ended) {
        assertArrayEquals(ended.get(0), each, "in the end all have the same bits");
      }
      reached = Multiclass.objective(SOFTMAX.get(), ALL, ended.get(0));
      double most = consistency.equals("asp") ? 0.9 : 0.6; // alone for long: a core may be busy
      assertTrue(reached < most * start, "%d workers: %s of %s".formatted(workers, reached, start));
    }
  }

  @Test
  void shouldLearnMetricsAndDictionaries() {
    Shard pairs = Shard.of(List.of(new Differences(ALL, 5).rows(0, 400)));
    Supplier<FactorModel> metric = () -> new MetricLearning(4, Multiclass.FEATURES, 1);
    Supplier<FactorModel> coding = () -> new SparseCoding(Multiclass.FEATURES, 8, 0.1);
    for (int workers : Multiclass.WORKERS) {
      assertTrue(share(workers, metric, pairs, 0.3) < 0.9);
      assertTrue(share(workers, coding, ALL, 0.2) < 0.8);
    }
  }

  private static double share(int workers, Supplier<FactorModel> models, Shard rows, double rate) {
    Rate constant = new Rate(Rate.Kind.CONSTANT, rate);
    Sgd sgd = new Sgd(new FactorProblem(models), 5, 3, constant, 5, Sync.FACTORS);
    Sgd none = new Sgd(new FactorProblem(models), 0, 3, constant, 5, Sync.FACTORS);
    double before = Multiclass.objective(models.get(), rows, learn(1, none, rows).get(0));
    double after = Multiclass.objective(models.get(), rows, learn(workers, sgd, rows).get(0));
    return after / before;
  }

  /** P (P − 1) messages of 4 K (J + D) bytes, and 8 for the header of each. */
  @Test
  void shouldSendWhatThePaperSays() {
    Supplier<FactorModel> dense = () -> new Dense(7, 11, -1);
    for (int workers : Multiclass.WORKERS) {
      int batch = 3;
      int steps = 4;
      Shard rows = Shard.of(Multiclass.blocks(workers * batch * steps, false));
      long[] bytes = new long[workers];
      LocalCluster.run(
          workers,
          comm -> {
            FactorModel model = dense.get();
            Shard own = rows.part(workers, comm.rank());
            var settings = new StochasticLoop.Settings("test", 1, batch, 1, Sync.FACTORS);
            StochasticLoop loop = new StochasticLoop(comm, own, settings);
            Matrix matrix = new Matrix(7, 11);
            MatrixStep step = new MatrixStep(matrix, model, new Rate(Rate.Kind.CONSTANT, 1), 0, 1);
            FactorStepper stepper = new FactorStepper(loop, model, step);
            long before = comm.bytesSent();
            assertEquals(steps, loop.run(matrix.values(), stepper, Multiclass.PATIENT));
            bytes[comm.rank()] = comm.bytesSent() - before;
          });
      long each = (workers - 1) * (4L * batch * (7 + 11) + Factors.HEADER_BYTES);
      for (long sent : bytes) {
        assertEquals(steps * each, sent);
      }
    }
  }

  /**
   * A model as a newcomer writes it: u and v of ones, but for one row of which it knows nothing.
   */
  private record Dense(int rows, int columns, int bad) implements FactorModel {
    @Override
    public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
      for (int i = 0; i < batch.size(); i++) {
        float[] u = new float[rows];
        float[] v = new float[columns];
        u[rows - 1] = batch.number(i) == bad ? Float.NaN : 1;
        v[0] = 1;
        factors.u().add(u);
        factors.v().add(v);
      }
    }

    @Override
    public double loss(SparseRows rows, int row, Matrix matrix) {
      return 0;
    }
  }

  @Test
  void shouldNameTheRowOfFactorsThatAreNoNumbers() {
    Sgd sgd =
        new Sgd(
            new FactorProblem(() -> new Dense(7, 11, 70)),
            1,
            5,
            new Rate(Rate.Kind.CONSTANT, 1),
            5,
            Sync.FACTORS);
    String message =
        assertThrows(IllegalStateException.class, () -> learn(3, sgd, ALL)).getMessage();
    long[] order =
        Orders.shuffled(ALL.part(3, 0), 5, 0, 0); // the first of 3 workers has 81 rows of 241
    int place = 0;
    while (order[place] != 70) {
      place++;
    }
    boolean named = message.contains("row 70 of its shard") && message.contains("worker ");
    assertTrue(named && message.contains("batch "), message);
    if (message.contains("worker 0")) {
      assertTrue(message.contains("batch %d of epoch 0".formatted(place / 5)), message);
    }
  }

  @Test
  void shouldRefuseMatricesOfDifferentShape() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                LocalCluster.run(
                    2,
                    comm -> {
                      int columns = 5 + comm.rank();
                      Sgd sgd =
                          new Sgd(
                              new FactorProblem(() -> new Dense(3, columns, -1)),
                              1,
                              1,
                              new Rate(Rate.Kind.CONSTANT, 1),
                              1,
                              Sync.FACTORS);
                      sgd.run(comm, ALL, new float[3 * columns], Multiclass.PATIENT);
                    }));
    assertTrue(error.getMessage().contains("3 x "), error.getMessage());
  }

  /** What is seen, in step or afterwards, ends with what all end with. */
  @ParameterizedTest
  @CsvSource({"factors, bsp", "server, bsp", "factors, ssp:3", "factors, asp"})
  void shouldShowHowItGoes(String strategy, String consistency) {
    Sgd sgd = sgd(Rate.Kind.INVERSE_ROOT, sync(strategy, consistency));
    List<Long> examples = new ArrayList<>();
    float[][] last = new float[1][];
    float[][] ended = new float[3][Multiclass.zeros(SOFTMAX.get()).length];
    LocalCluster.run(
        3,
        comm -> {
          Optimizer.Watch watch =
              new Optimizer.Watch() {
                @Override
                public boolean onProgress(long count, float[] weights) {
                  if (comm.rank() == 0) {
                    examples.add(count);
                    last[0] = weights.clone();
                  }
                  return true;
                }

                @Override
                public void onPast(long count, double second, float[] weights) {
                  onProgress(count, weights);
                }
              };
          sgd.run(comm, ALL.part(3, comm.rank()), ended[comm.rank()], watch);
        });
    assertEquals(60, examples.size());
    assertEquals(examples.stream().sorted().toList(), examples);
    assertEquals(3 * 241, examples.get(59));
    if (sgd.sync().isInStep()) { // else what was under way is added at the end
      assertArrayEquals(ended[0], last[0]);
    }
  }

  @Test
  void shouldCopeWithFewRows() {
    for (int rows : new int[] {0, 1, 2}) {
      Shard few = Shard.of(rows == 0 ? List.of() : Multiclass.blocks(rows, false));
      List<float[]> ended = learn(3, sgd(Rate.Kind.CONSTANT, Sync.FACTORS), few);
      assertArrayEquals(ended.get(0), ended.get(2));
    }
  }

  /** W is 4 MB, the pairs of a batch are 80 kB: what counts beside W depends on the way. */
  @Test
  void shouldSayWhatMemoryItNeeds() {
    double matrix = 4e6;
    assertEquals(1.2, memory("factors", "bsp", 1) / matrix, 0.2);
    assertEquals(3.2, memory("full-matrix", "bsp", 4) / matrix, 0.3);
    assertEquals(1.5 + 16.8 / 4, memory("factors", "bsp", 4) / matrix, 0.4);
    double notes = memory("factors", "ssp:1", 4) - memory("factors", "bsp", 4);
    assertEquals(66, notes / matrix, 1, "64 notes, one more and a mean");
    double shared = memory("factors", "ssp:1", 4, 16) - memory("factors", "bsp", 4, 16);
    assertEquals(6, shared / matrix, 1, "4 notes of each of 16 workers in a JVM");
    double many = memory("factors", "ssp:100", 4) - memory("factors", "ssp:1", 4);
    assertEquals(102 * 4 * 80e3 - (16 << 20), many, 1e6);
  }

  private static double memory(String strategy, String consistency, int workers) {
    return memory(strategy, consistency, workers, 1);
  }

  private static double memory(String strategy, String consistency, int workers, int sharers) {
    Supplier<FactorModel> dense = () -> new Dense(1000, 1000, -1);
    Rate rate = new Rate(Rate.Kind.CONSTANT, 1);
    FactorProblem problem = new FactorProblem(dense);
    Sgd sgd = new Sgd(problem, 1, 10, rate, 1, sync(strategy, consistency));
    return sgd.memoryBytes(new Optimizer.Size(problem.weights(), 1000, workers, sharers));
  }
}
