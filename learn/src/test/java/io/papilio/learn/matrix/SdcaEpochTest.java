package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.RowOrder;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What SDCA does from epoch to epoch, on few rows. */
@Timeout(60)
class SdcaEpochTest {
  private static final int CLASSES = 3;
  private static final int FEATURES = 4;
  private static final int SIZE = 23;
  private static final long SEED = 9;
  private static final double L2 = 0.5;

  /** Rows of different weights, most of one class: a bias far from where it begins. */
  private static Shard rows(int features) {
    RowsBuilder builder = new RowsBuilder();
    SplittableRandom random = new SplittableRandom(4);
    for (int row = 0; row < SIZE; row++) {
      for (int j = row % 2; j < features; j += 1 + row % 3) {
        builder.add(j, (float) (random.nextDouble() - 0.3));
      }
      builder.endRow(row % 7 == 3 ? 2 : row % 5 == 1 ? 1 : 0, 1 + row % 3);
    }
    return Shard.of(List.of(builder.build()));
  }

  private static Sdca sdca(int epochs, int batch, double tolerance, Sync sync) {
    return new Sdca(
        new SoftmaxProblem(CLASSES, FEATURES, L2), epochs, batch, tolerance, SEED, sync);
  }

  private static final class Recorder implements Optimizer.Watch {
    long steps;
    long examples;
    long most = Long.MAX_VALUE;
    Optional<Snapshot> start = Optional.empty();
    final List<Snapshot> snapshots = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<Object> choices = new ArrayList<>();
    boolean isTold;

    @Override
    public boolean onProgress(long seen, float[] weights) {
      examples = seen;
      return seen < most;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      snapshots.add(snapshot.get());
    }

    @Override
    public void onStart(Supplier<Snapshot> own) {
      isTold = true;
    }

    @Override
    public void onNote(String note) {
      notes.add(note);
    }

    @Override
    public void onChoice(String name, Object value) {
      choices.add(name + "=" + value);
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  /** Returns what worker 0 ends with. */
  private static float[] run(int workers, Sdca sdca, Shard all, Recorder... recorders) {
    float[] ended = new float[Matrix.length(CLASSES, FEATURES + 1)];
    LocalCluster.run(
        workers,
        comm -> {
          float[] weights = comm.rank() == 0 ? ended : new float[ended.length];
          Arrays.fill(weights, 7); // which does not count
          Recorder own = recorders[comm.rank()];
          own.steps = sdca.run(comm, all.part(workers, comm.rank()), weights, own);
        });
    return ended;
  }

  private static Recorder[] recorders(int workers) {
    Recorder[] recorders = new Recorder[workers];
    Arrays.setAll(recorders, i -> new Recorder());
    return recorders;
  }

  /** Runs plain SDCA; returns after how many epochs it is near the optimum, 15 if never. */
  private static int reference(int workers, Sdca sdca, Shard all, float[] weights) {
    double squares = 0;
    for (int i = 0; i < all.size(); i++) {
      SparseRows rows = all.block(i);
      for (int entry = rows.start(all.row(i)); entry < rows.end(all.row(i)); entry++) {
        squares += (double) rows.values()[entry] * rows.values()[entry];
      }
    }
    double constant = squares == 0 ? 1 : squares / all.size();
    Softmax softmax = sdca.problem().model();
    List<SoftmaxSdca> models = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      models.add(new SoftmaxSdca(softmax, all.part(workers, worker), workers, constant));
    }
    Matrix matrix = Matrix.of(softmax, weights);
    RankOneUpdates updates = new RankOneUpdates(softmax.rows(), softmax.columns(), 1);
    for (int epoch = 0; epoch < sdca.epochs(); epoch++) {
      int most = (SIZE + workers - 1) / workers; // rows of a worker
      for (int from = 0; from < most; from += sdca.batch()) {
        Factors factors = new Factors(softmax.rows(), softmax.columns());
        for (int worker = 0; worker < workers; worker++) {
          Shard own = all.part(workers, worker);
          long to = Math.min(from + sdca.batch(), own.size());
          Batch batch = RowOrder.of(own, SEED, worker, epoch).batch(Math.min(from, to), to);
          models.get(worker).computeFactors(batch, matrix, factors);
        }
        updates.subtract(matrix, factors, 1);
      }
      if (isNear(sdca, all, models, matrix, constant / L2)) {
        return epoch + 1;
      }
    }
    return sdca.epochs() + 1;
  }

  private static boolean isNear(
      Sdca sdca, Shard all, List<SoftmaxSdca> models, Matrix matrix, double rate) {
    double[] sums = new double[2 + CLASSES];
    for (int worker = 0; worker < models.size(); worker++) {
      double[] own = models.get(worker).sums(all.part(models.size(), worker), matrix);
      Arrays.setAll(sums, i -> sums[i] + own[i]);
    }
    double off = 0;
    for (int j = 0; j < CLASSES; j++) {
      off += rate * Math.pow(sums[2 + j], 2);
    }
    boolean isNear =
        sums[1] + 4 * off <= sdca.tolerance() * (sums[0] + L2 / 2 * matrix.squaredNorm());
    if (!isNear && sums[1] <= off) {
      for (int j = 0; j < CLASSES; j++) {
        float bias = matrix.get(j, FEATURES) - (float) (rate * sums[2 + j]);
        float[] column = new float[CLASSES];
        matrix.column(FEATURES, column);
        column[j] = bias;
        matrix.setColumn(FEATURES, column);
      }
    }
    return isNear;
  }

  /** With auto as well: to choose it must not ask the model, which would step. */
  @ParameterizedTest
  @CsvSource({"1, 1, factors", "1, 5, auto", "2, 1, auto", "3, 4, factors"})
  void shouldFollowItsFormulas(int workers, int batch, String strategy) {
    Sync sync = Multiclass.sync(strategy, "bsp");
    boolean chooses = strategy.equals("auto") && workers > 1;
    for (int features : new int[] {FEATURES, 0}) {
      Shard all = rows(features);
      for (double tolerance = 0.7; tolerance > 1e-3; tolerance *= 0.8) {
        Sdca sdca = sdca(14, batch, tolerance, sync);
        float[] expected = new float[Matrix.length(CLASSES, FEATURES + 1)];
        int near = reference(workers, sdca, all, expected);
        int epochs = Math.min(near, 14);
        Recorder[] recorders = recorders(workers);
        float[] weights = run(workers, sdca, all, recorders);
        assertArrayEquals(expected, weights, 1e-4f, "tolerance " + tolerance);
        Recorder own = recorders[0];
        int iterations = ((SIZE + workers - 1) / workers + batch - 1) / batch;
        assertEquals((long) epochs * SIZE, own.examples, "tolerance " + tolerance);
        assertEquals((long) epochs * iterations, own.steps, "tolerance " + tolerance);
        assertEquals(near > 14 ? 1 : 0, own.notes.size());
        assertEquals(chooses ? 1 : 0, own.choices.size());
        assertFalse(own.isTold, "there is nothing to go on from without all duals");
      }
    }
  }

  @Test
  void shouldSayThatItStoppedBeforeItWasThere() {
    Recorder recorder = new Recorder();
    run(1, sdca(2, 3, 1e-9, Sync.FACTORS), rows(FEATURES), recorder);
    assertEquals(
        List.of(
            "SDCA stopped after 2 epochs, before it reached its tolerance of 1.0E-9: allow more"
                + " epochs"),
        recorder.notes);
    Recorder ended = new Recorder();
    ended.most = 2 * SIZE; // by its user, in the last epoch
    run(1, sdca(2, 3, 1e-9, Sync.FACTORS), rows(FEATURES), ended);
    assertEquals(List.of(), ended.notes);
    assertEquals(2 * SIZE, ended.examples);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldGoOnFromDuals(int workers) {
    Shard all = rows(FEATURES);
    Sdca sdca = sdca(5, 2, 0, Sync.FACTORS);
    Recorder[] whole = recorders(workers);
    float[] expected = run(workers, sdca, all, whole);
    for (int epoch = 1; epoch < 5; epoch++) {
      Recorder[] rest = recorders(workers);
      for (int worker = 0; worker < workers; worker++) {
        Snapshot snapshot = whole[worker].snapshots.get(epoch - 1);
        assertEquals("sdca", snapshot.stage());
        for (int other = 0; other < workers; other++) {
          long rows = all.part(workers, other).size();
          float[] duals = snapshot.floats("duals of worker " + other);
          assertEquals(rows * CLASSES, duals.length);
          Snapshot others = whole[other].snapshots.get(epoch - 1);
          assertArrayEquals(others.floats("duals of worker " + other), duals);
        }
        rest[worker].start = Optional.of(snapshot);
      }
      assertArrayEquals(expected, run(workers, sdca, all, rest), 1e-6f, "from epoch " + epoch);
    }
  }

  /** Few rows of many features, and the other way round: the cheapest way is not the same. */
  @ParameterizedTest
  @CsvSource({"2, 3, 5, 6", "40, 30000, 2, 6", "300, 30000, 20, 1", "10, 40, 39, 6"})
  void shouldChooseByItsFirstRows(int classes, int features, int entries, int batch) {
    RowsBuilder builder = new RowsBuilder();
    for (int row = 0; row < 20; row++) {
      for (int j = 0; j < entries && j < features; j++) {
        builder.add(j * (features / Math.min(entries, features)), 1);
      }
      builder.endRow(row % 2, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    SoftmaxProblem problem = new SoftmaxProblem(classes, features, L2);
    LocalCluster.run(
        2,
        comm -> {
          Sdca sdca = new Sdca(problem, 0, batch, 0, SEED, Multiclass.sync("auto", "bsp"));
          Recorder recorder = new Recorder();
          float[] weights = new float[Matrix.length(classes, features + 1)];
          sdca.run(comm, all.part(2, comm.rank()), weights, recorder);
          FactorChoice choice =
              new FactorChoice(batch, classes, features + 1, Math.min(entries, features), 2);
          String kind = choice.cheapest(comm.link()).name().toLowerCase(Locale.ROOT);
          assertEquals(List.of("exchange=" + kind), recorder.choices);
        });
  }

  @Test
  void shouldTakeMemoryForItsDuals() {
    Sdca sdca = sdca(3, 2, 0, Sync.FACTORS);
    Sgd sgd = new Sgd(sdca.problem(), 3, 2, new Rate(Rate.Kind.CONSTANT, 1), SEED, Sync.FACTORS);
    Optimizer.Size size = new Optimizer.Size(15, 100, 3, 1);
    assertEquals(sgd.memoryBytes(size) + 4 * CLASSES * (100 / 3 + 1 + 100), sdca.memoryBytes(size));
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    SoftmaxProblem problem = new SoftmaxProblem(CLASSES, FEATURES, 0);
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> new Sdca(problem, 1, 1, 0, SEED, Sync.FACTORS));
    assertTrue(e.getMessage().contains("l2"), e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> sdca(-1, 1, 0, Sync.FACTORS));
    assertThrows(IllegalArgumentException.class, () -> sdca(1, 0, 0, Sync.FACTORS));
    assertThrows(IllegalArgumentException.class, () -> sdca(1, 1, -1e-9, Sync.FACTORS));
    assertThrows(IllegalArgumentException.class, () -> sdca(1, 1, Double.NaN, Sync.FACTORS));
    assertDoesNotThrow(() -> sdca(0, 1, 0, Sync.FACTORS));
    for (String strategy : new String[] {"auto", "factors:ring", "full-matrix", "server"}) {
      assertDoesNotThrow(() -> sdca(1, 1, 0, Multiclass.sync(strategy, "bsp")));
    }
    for (String other : new String[] {"none bsp", "butterfly bsp", "factors ssp:1", "server asp"}) {
      String[] words = other.split(" ");
      e =
          assertThrows(
              IllegalArgumentException.class,
              () -> sdca(1, 1, 0, Multiclass.sync(words[0], words[1])),
              other);
      assertTrue(e.getMessage().contains("not " + words[0]), e.getMessage());
    }
  }
}
