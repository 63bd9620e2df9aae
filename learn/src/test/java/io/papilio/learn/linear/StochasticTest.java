package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Orders;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Sgd} and {@link Pegasos} against their formulas, written down without any skill. */
class StochasticTest {
  private static final int EPOCHS = 2;
  private static final long SEED = 11;
  private final List<SparseRows> blocks = Examples.blocks(83, true);
  private final Shard all = Shard.of(blocks);

  /** What a formula says, for all workers at once. */
  private interface Formula {
    void step(double[] w, double[] meanGradient, int t);
  }

  private double[] reference(int workers, int batch, int length, Loss loss, Formula formula) {
    double[] w = new double[length];
    int t = 0;
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      for (int from = 0; from < all.part(workers, 0).size(); from += batch) {
        double[] sum = new double[length];
        int count = 0;
        for (int worker = 0; worker < workers; worker++) {
          Shard shard = all.part(workers, worker);
          long[] order = Orders.shuffled(shard, SEED, worker, epoch);
          for (int i = from; i < Math.min(from + batch, order.length); i++) {
            addGradient(shard.block(order[i]), shard.row(order[i]), loss, w, sum);
            count++;
          }
        }
        int rows = count;
        formula.step(w, Arrays.stream(sum).map(g -> g / rows).toArray(), ++t);
      }
    }
    return w;
  }

  private static void addGradient(SparseRows rows, int row, Loss loss, double[] w, double[] sum) {
    double margin = w[w.length - 1];
    for (int i = rows.start(row); i < rows.end(row); i++) {
      margin += rows.values()[i] * w[rows.indices()[i]];
    }
    double slope = rows.weight(row) * loss.slope(margin, rows.label(row));
    for (int i = rows.start(row); i < rows.end(row); i++) {
      sum[rows.indices()[i]] += slope * rows.values()[i];
    }
    sum[w.length - 1] += slope;
  }

  /** With few weights gradients are sent whole, with many as entries. */
  private void check(Optimizer optimizer, int batch, Loss loss, Formula formula) {
    for (int length : new int[] {Examples.FEATURES + 1, 100_000}) {
      for (int workers : Examples.WORKERS) {
        double[] expected = reference(workers, batch, length, loss, formula);
        LocalCluster.run(
            workers,
            comm -> {
              float[] w = new float[length];
              optimizer.run(comm, all.part(workers, comm.rank()), w, Examples.PATIENT);
              for (int i = 0; i < length; i++) {
                String where = "weight " + i + " of " + length + " by " + workers;
                assertEquals(expected[i], w[i], 1e-3 * Math.max(1, Math.abs(expected[i])), where);
              }
            });
      }
    }
  }

  @Test
  void shouldDescendByTheMeanGradient() {
    double l2 = 4;
    for (Loss loss : new Loss[] {Loss.LOGISTIC, Loss.SQUARED_HINGE}) {
      for (int batch : new int[] {1, 4, 100}) {
        check(
            new Sgd(
                Examples.problem(new Objective(loss, l2, 0)),
                EPOCHS,
                batch,
                Examples.rate(0.05),
                SEED,
                Sync.ALL_REDUCE),
            batch,
            loss,
            (w, g, t) -> {
              double rate = 0.05 / Math.sqrt(t);
              for (int i = 0; i < w.length; i++) {
                double keep = i < w.length - 1 ? 1 / (1 + rate * l2 / 83) : 1;
                w[i] = keep * w[i] - rate * g[i];
              }
            });
      }
    }
  }

  /** All workers go on with the same weights, and nearly as well as if sums were punctual. */
  @Test
  void shouldDescendByGradientsThatAreLate() {
    Objective objective = new Objective(Loss.LOGISTIC, 1, 0);
    Sync late = new Sync(Sync.ALL_REDUCE.strategy(), Consistency.ssp(3));
    List<SparseRows> many = Examples.blocks(1000, true);
    for (int workers : new int[] {2, 3, 5}) {
      double[] values = new double[2];
      for (Sync sync : List.of(Sync.ALL_REDUCE, late)) {
        Sgd sgd = new Sgd(Examples.problem(objective), 8, 2, Examples.rate(0.5), SEED, sync);
        List<float[]> all = Examples.learn(workers, sgd, many);
        for (float[] weights : all) {
          assertArrayEquals(all.get(0), weights);
        }
        values[sync == late ? 1 : 0] = Examples.value(objective, many, all.get(0));
      }
      assertNotEquals(values[0], values[1], "sums were late");
      assertEquals(values[0], values[1], 0.02 * values[0], workers + " workers");
    }
  }

  /** What is evaluated last is what it ends with, however weights are kept in between. */
  @Test
  void shouldShowTheWeightsAsTheyAreIfGradientsAreLate() {
    Sync late = new Sync(Sync.ALL_REDUCE.strategy(), Consistency.ssp(1));
    Objective logistic = new Objective(Loss.LOGISTIC, 4, 0);
    for (LinearProblem problem :
        List.of(
            Examples.problem(logistic),
            Examples.problem(logistic, true),
            Examples.problem(new Objective(Loss.HINGE, 4, 0)).with(LinearProblem.Steps.PEGASOS))) {
      Sgd sgd = new Sgd(problem, EPOCHS, 3, Examples.rate(0.05), SEED, late);
      LocalCluster.run(
          3,
          comm -> {
            float[] weights = new float[Examples.FEATURES + 1];
            List<float[]> shown = new ArrayList<>();
            Optimizer.Watch watch = (examples, some) -> shown.add(some.clone());
            sgd.run(comm, all.part(3, comm.rank()), weights, watch);
            assertArrayEquals(weights, shown.get(shown.size() - 1));
          });
    }
  }

  @Test
  void shouldGoFartherWhereFeaturesAreRare() {
    double l2 = 4;
    int[] counts = new int[Examples.FEATURES];
    for (SparseRows rows : blocks) {
      for (int i = 0; i < rows.entries(); i++) {
        counts[rows.indices()[i]]++;
      }
    }
    check(
        new Sgd(
            Examples.problem(new Objective(Loss.LOGISTIC, l2, 0), true),
            EPOCHS,
            3,
            Examples.rate(0.02),
            SEED,
            Sync.ALL_REDUCE),
        3,
        Loss.LOGISTIC,
        (w, g, t) -> {
          double rate = 0.02 / Math.sqrt(t);
          for (int i = 0; i < counts.length; i++) {
            double h = 83.0 / counts[i];
            w[i] = Math.pow(1 / (1 + rate * l2 / 83), h) * w[i] - h * rate * g[i];
          }
          w[w.length - 1] -= rate * g[w.length - 1];
        });
  }

  @Test
  void shouldStepAndProjectAsPegasos() {
    double l2 = 4;
    double lambda = l2 / 83;
    double weights = 0;
    for (int i = 0; i < 83; i++) {
      weights += 1 + i % 3;
    }
    double radius = Math.sqrt(weights / 83 / lambda);
    int[] projections = new int[1];
    for (int batch : new int[] {2, 100}) {
      check(
          Examples.pegasos(new Objective(Loss.HINGE, l2, 0), EPOCHS, batch, SEED),
          batch,
          Loss.HINGE,
          (w, g, t) -> {
            int bias = w.length - 1;
            double squares = 0;
            for (int i = 0; i < bias; i++) {
              w[i] = (1 - 1.0 / t) * w[i] - g[i] / (lambda * t);
              squares += w[i] * w[i];
            }
            w[bias] -= g[bias] / Math.sqrt(t);
            for (int i = 0; i < bias && squares > radius * radius; i++) {
              w[i] *= radius / Math.sqrt(squares);
              projections[0]++;
            }
          });
    }
    assertTrue(projections[0] > 0);
  }

  @Test
  void shouldComeNearTheOptimum() {
    Objective logistic = new Objective(Loss.LOGISTIC, 1, 0);
    Lbfgs best = new Lbfgs(logistic, 200, 0);
    Objective hinge = new Objective(Loss.HINGE, 1, 0);
    double lowest = Double.POSITIVE_INFINITY; // of very many steps
    for (int workers : Examples.WORKERS) {
      double optimum = value(logistic, 1, best);
      double sgd =
          value(
              logistic,
              workers,
              new Sgd(
                  Examples.problem(logistic),
                  200,
                  2,
                  Examples.rate(0.3 * workers),
                  SEED,
                  Sync.ALL_REDUCE));
      double most = (1 + 0.02 / workers) * optimum; // the more rows in a step, the less noise
      assertTrue(sgd < most, "sgd: " + sgd + " by " + workers + ", best " + optimum);
      double pegasos = value(hinge, workers, Examples.pegasos(hinge, 400, 8, SEED));
      lowest = Math.min(lowest, pegasos);
      assertTrue(pegasos < 1.03 * lowest, "pegasos: " + pegasos + ", best " + lowest);
    }
    double sgd =
        value(
            hinge,
            1,
            new Sgd(Examples.problem(hinge), 2000, 8, Examples.rate(0.1), SEED, Sync.ALL_REDUCE));
    assertTrue(lowest < 0.95 * sgd, "pegasos: " + lowest + ", sgd " + sgd);
  }

  private double value(Objective objective, int workers, Optimizer optimizer) {
    return Examples.value(objective, blocks, Examples.learn(workers, optimizer, blocks).get(0));
  }
}
