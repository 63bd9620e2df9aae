package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SdcaTest {

  /** The slope of what is maximised is the same in all directions that keep the sum. */
  @Test
  void shouldMaximiseTheDualOfARow() {
    SplittableRandom random = new SplittableRandom(3);
    for (int classes : new int[] {2, 3, 17, 101}) {
      SoftmaxDual dual = new SoftmaxDual(classes);
      for (double s : new double[] {0, 1e-3, 1, 50, 2e3, 1e5}) {
        for (double width : new double[] {0, 1, 30, 3000}) {
          float[] z = new float[classes];
          float[] q = new float[classes + 3];
          q[3 + classes / 2] = 1;
          for (int j = 0; j < classes; j++) {
            z[j] = (float) (width * (random.nextDouble() - 0.5));
          }
          float[] old = q.clone();
          dual.step(z, s, q, 3);
          double sum = 0;
          double nu = Double.NaN;
          for (int j = 0; j < classes; j++) {
            double now = q[3 + j];
            sum += now;
            if (now > 1e-6) {
              double slope = z[j] - Math.log(now) - s * (now - old[3 + j]);
              nu = Double.isNaN(nu) ? slope : nu;
              assertEquals(nu, slope, 1e-4 + 1e-6 * s, classes + " classes, s = " + s);
            }
          }
          assertEquals(1, sum, 1e-5);
        }
      }
    }
  }

  /** Steps from any probabilities, not just from those that are 1 and 0. */
  @Test
  void shouldNeverLowerTheDualOfARow() {
    SplittableRandom random = new SplittableRandom(3);
    SoftmaxDual dual = new SoftmaxDual(26);
    for (double s : new double[] {1e-3, 1, 50, 800, 1e5}) {
      for (int trial = 0; trial < 500; trial++) {
        float[] z = new float[26];
        float[] q = new float[26];
        double sum = 0;
        for (int j = 0; j < 26; j++) {
          z[j] = (float) (8 * random.nextGaussian());
          q[j] = (float) Math.exp(3 * random.nextGaussian());
          sum += q[j];
        }
        for (int j = 0; j < 26; j++) {
          q[j] /= (float) sum;
        }
        float[] old = q.clone();
        dual.step(z, s, q, 0);
        double gain = 0;
        for (int j = 0; j < 26; j++) {
          gain += entropy(q[j]) - entropy(old[j]) + (q[j] - old[j]) * (double) z[j];
          gain -= s / 2 * (q[j] - old[j]) * (q[j] - old[j]);
        }
        assertTrue(gain > -1e-5, "s = " + s + ": " + gain);
      }
    }
  }

  private static double entropy(double q) {
    return q == 0 ? 0 : -q * Math.log(q);
  }

  /** Gradient descent in doubles, with as many steps as it takes. */
  private static double optimum(Softmax model, Shard all) {
    return optimum(model, all, 0.02, 4000);
  }

  private static double optimum(Softmax model, Shard all, double rate, int steps) {
    int classes = model.rows();
    int columns = model.columns();
    float[] weights = Multiclass.zeros(model);
    double[] w = new double[weights.length];
    for (int step = 0; step < steps; step++) {
      for (int i = 0; i < w.length; i++) {
        weights[i] = (float) w[i];
      }
      Factors factors = new Factors(classes, columns);
      model.computeFactors(Multiclass.batch(all), Matrix.of(model, weights), factors);
      float[] gradient = new float[w.length];
      new RankOneUpdates(classes, columns, 1).sum(factors, gradient);
      for (int i = 0; i < w.length; i++) {
        double shrink = i < classes * (columns - 1) ? model.l2() * w[i] : 0;
        w[i] -= rate * (gradient[i] + shrink);
      }
    }
    return Multiclass.objective(model, all, weights);
  }

  @Test
  void shouldFindTheOptimumOnAnyNumberOfWorkers() {
    Shard all = Shard.of(Multiclass.blocks(120, true));
    Softmax model = new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1);
    double optimum = optimum(model, all);
    for (int workers : Multiclass.WORKERS) {
      for (int batch : new int[] {1, 7}) {
        Sdca sdca =
            new Sdca(
                new SoftmaxProblem(Multiclass.CLASSES, Multiclass.FEATURES, 1),
                400,
                batch,
                1e-5,
                9,
                Sync.FACTORS);
        List<float[]> ended = Multiclass.learn(workers, sdca, all, Multiclass.zeros(model));
        double reached = Multiclass.objective(model, all, ended.get(0));
        assertEquals(optimum, reached, 1e-4 * optimum, workers + " workers, batch " + batch);
      }
    }
  }

  /** Of 200 rows 190 are of one class and 2 of another: biases far from where they begin. */
  @Test
  void shouldBeAsNearTheOptimumAsItSays() {
    RowsBuilder builder = new RowsBuilder();
    SplittableRandom random = new SplittableRandom(8);
    for (int row = 0; row < 200; row++) {
      int label = row % 100 == 7 ? 2 : row % 25 == 3 ? 1 : 0;
      for (int j = 0; j < 6; j++) {
        builder.add(j, (float) (random.nextGaussian() / 2 + (j % 3 == label ? 0.6 : 0.3)));
      }
      builder.endRow(label, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    for (double l2 : new double[] {0.3, 3, 30}) {
      Softmax model = new Softmax(3, 6, l2);
      double optimum = optimum(model, all, 0.01, 20_000);
      for (double tolerance : new double[] {1e-2, 1e-3, 1e-4}) {
        Sdca sdca = new Sdca(new SoftmaxProblem(3, 6, l2), 3000, 5, tolerance, 9, Sync.FACTORS);
        float[] ended = Multiclass.learn(2, sdca, all, Multiclass.zeros(model)).get(0);
        double reached = Multiclass.objective(model, all, ended);
        assertTrue(
            reached <= optimum * (1 + tolerance),
            "l2 %s: %s more, not %s".formatted(l2, reached / optimum - 1, tolerance));
      }
    }
  }

  /**
   * Dense rows far from the origin, whose features can do nearly all that the biases can: those
   * have a long way to go, on which the loss hardly falls.
   */
  @Test
  void shouldBeNearTheOptimumWhereFeaturesDoTheWorkOfTheBias() {
    RowsBuilder builder = new RowsBuilder();
    SplittableRandom random = new SplittableRandom(8);
    for (int row = 0; row < 1500; row++) {
      int label = row % 26;
      for (int j = 0; j < 16; j++) {
        double center = 7 + 3 * Math.sin(1 + 17 * label + 5 * j + label * j);
        builder.add(j, (float) ((center + 2.5 * random.nextGaussian()) / 15));
      }
      builder.endRow(label, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    for (double l2 : new double[] {1, 0.3}) {
      Softmax model = new Softmax(26, 16, l2);
      Lbfgs lbfgs = new Lbfgs(new SoftmaxProblem(26, 16, l2), 1000, 1e-9);
      float[] best = Multiclass.learn(1, lbfgs, all, Multiclass.zeros(model)).get(0);
      double optimum = Multiclass.objective(model, all, best);
      Sdca sdca = new Sdca(new SoftmaxProblem(26, 16, l2), 1000, 4, 1e-3, 9, Sync.FACTORS);
      float[] ended = Multiclass.learn(2, sdca, all, Multiclass.zeros(model)).get(0);
      double reached = Multiclass.objective(model, all, ended);
      assertTrue(reached <= optimum * 1.001, "l2 %s: %s more".formatted(l2, reached / optimum - 1));
    }
  }

  /** W is what the dual variables say, and the gap is what it is said to be. */
  @Test
  void shouldBoundTheDistanceToTheOptimum() {
    Shard all = Shard.of(Multiclass.blocks(60, false));
    Softmax softmax = new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 2);
    SoftmaxSdca model = new SoftmaxSdca(softmax, all, 1, 3);
    Matrix matrix = Matrix.of(model, Multiclass.zeros(model));
    Factors factors = new Factors(model.rows(), model.columns());
    RankOneUpdates updates = new RankOneUpdates(model.rows(), model.columns(), 1);
    double last = Double.POSITIVE_INFINITY;
    double best = Double.POSITIVE_INFINITY;
    double[] objectives = new double[60];
    double[] gaps = new double[60];
    for (int epoch = 0; epoch < 60; epoch++) {
      factors.clear();
      model.computeFactors(Multiclass.batch(all), matrix, factors);
      updates.subtract(matrix, factors, 1);
      double[] sums = model.sums(all, matrix);
      objectives[epoch] = sums[0] + matrix.squaredNorm() + near(matrix, 2.0 / 3);
      gaps[epoch] = sums[1];
      best = Math.min(best, objectives[epoch]);
      last = sums[1];
    }
    for (int epoch = 0; epoch < 60; epoch++) {
      assertTrue(gaps[epoch] >= objectives[epoch] - best - 1e-4, "epoch " + epoch);
    }
    assertTrue(last < 1e-3 * best, "gap " + last);
    assertTrue(gaps[0] > 100 * last);
  }

  /** Returns what keeps the bias near zero: half of {@code strength} times its square. */
  private static double near(Matrix matrix, double strength) {
    double sum = 0;
    for (int j = 0; j < matrix.rows(); j++) {
      double bias = matrix.get(j, matrix.columns() - 1);
      sum += strength / 2 * bias * bias;
    }
    return sum;
  }

  /** Rows that are much alike: what each gains alone, all at once would lose. */
  @Test
  void shouldNeverLoseWhatManyWorkersGainAtOnce() {
    for (int workers : Multiclass.WORKERS) {
      double[] duals = duals(workers, workers);
      for (int round = 1; round < duals.length; round++) {
        assertTrue(
            duals[round] >= duals[round - 1] - 1e-3,
            "%d workers, round %d: %s".formatted(workers, round, Arrays.toString(duals)));
      }
    }
    double[] unsafe = duals(5, 1);
    assertTrue(unsafe[1] < unsafe[0] - 1, "else this shows nothing: " + Arrays.toString(unsafe));
  }

  /** The dual objective after each of some rounds in which all workers step at once. */
  private static double[] duals(int workers, double safety) {
    RowsBuilder builder = new RowsBuilder();
    for (int row = 0; row < 7 * workers; row++) {
      builder.add(0, 3);
      builder.add(1 + row % 4, 1);
      builder.endRow(row % 7 % 3, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    Softmax softmax = new Softmax(3, 5, 0.1);
    List<SoftmaxSdca> models = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      models.add(new SoftmaxSdca(softmax, all.part(workers, worker), safety, 2));
    }
    Matrix matrix = Matrix.of(softmax, Multiclass.zeros(softmax));
    double[] duals = new double[12];
    for (int round = 0; round < duals.length; round++) {
      Factors factors = new Factors(3, 6);
      for (int worker = 0; worker < workers; worker++) {
        Batch batch = Multiclass.batch(all.part(workers, worker));
        models.get(worker).computeFactors(batch, matrix, factors);
      }
      new RankOneUpdates(3, 6, 1).subtract(matrix, factors, 1);
      duals[round] = 0.05 * matrix.squaredNorm() + near(matrix, 0.1 / 2);
      for (int worker = 0; worker < workers; worker++) {
        double[] sums = models.get(worker).sums(all.part(workers, worker), matrix);
        duals[round] += sums[0] - sums[1];
      }
    }
    return duals;
  }

  @Test
  void shouldEndWhenTheGapIsSmall() {
    Shard all = Shard.of(Multiclass.blocks(90, false));
    Softmax model = new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1);
    long[] iterations = new long[2];
    for (int i = 0; i < 2; i++) {
      int number = i;
      Sdca sdca =
          new Sdca(
              new SoftmaxProblem(Multiclass.CLASSES, Multiclass.FEATURES, 1),
              1000,
              3,
              i == 0 ? 1e-2 : 1e-5,
              9,
              Sync.FACTORS);
      float[] weights = Multiclass.zeros(model);
      LocalCluster.run(
          1, comm -> iterations[number] = sdca.run(comm, all, weights, Multiclass.PATIENT));
    }
    assertTrue(iterations[0] < iterations[1] && iterations[1] < 30_000, iterations[1] + "");
  }

  @Test
  void shouldSayIfItDidNotGetThere() {
    Shard all = Shard.of(Multiclass.blocks(90, false));
    for (int epochs : new int[] {0, 2, 1000}) {
      Sdca sdca =
          new Sdca(
              new SoftmaxProblem(Multiclass.CLASSES, Multiclass.FEATURES, 1),
              epochs,
              3,
              1e-3,
              9,
              Sync.FACTORS);
      List<String> notes = new ArrayList<>();
      Optimizer.Watch watch =
          new Optimizer.Watch() {
            @Override
            public boolean onProgress(long examples, float[] weights) {
              return true;
            }

            @Override
            public void onNote(String note) {
              notes.add(note);
            }
          };
      float[] weights = Multiclass.zeros(new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1));
      LocalCluster.run(1, comm -> sdca.run(comm, all, weights, watch));
      assertEquals(epochs == 2 ? 1 : 0, notes.size(), notes.toString());
      assertTrue(epochs != 2 || notes.get(0).contains("2 epochs"), notes.toString());
    }
  }

  @Test
  void shouldRefuseWhatHasNoDualOrIsNotSafe() {
    Consistency stale = Consistency.ssp(2);
    Sync sync = new Sync(new SyncStrategy.Factors(), stale);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Sdca(new SoftmaxProblem(3, 4, 1), 1, 1, 0, 1, sync));
    Shard all = Shard.of(List.<SparseRows>of());
    assertThrows(
        IllegalArgumentException.class, () -> new SoftmaxSdca(new Softmax(3, 4, 0), all, 1, 1));
  }
}
