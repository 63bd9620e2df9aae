package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.RateSearch;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where the data lies on this machine: what must be reached on real documents. */
class Rcv1Test {
  private static final Path FOLDER = Path.of("..", "..", "shared", "data", "rcv1");
  private static final int LENGTH = 47_236 + 1;
  private static SparseRows train;
  private static SparseRows test;

  @BeforeAll
  static void load() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(FOLDER), "no data in " + FOLDER);
    train = read("rcv1_binary_train.svm.gz");
    test = read("rcv1_binary_test.svm.gz");
  }

  private static SparseRows read(String name) throws IOException {
    RowsBuilder builder = new RowsBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FOLDER.resolve(name))),
                StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split("[ :]+");
        for (int i = 1; i + 1 < parts.length; i += 2) {
          builder.add(Integer.parseInt(parts[i]) - 1, Float.parseFloat(parts[i + 1]));
        }
        builder.endRow(Float.parseFloat(parts[0]), 1);
      }
    }
    return builder.build();
  }

  private record Score(double accuracy, double logLoss, double objective) {}

  private static Score learn(int workers, Optimizer optimizer, double l2) {
    float[] result = new float[LENGTH];
    LocalCluster.run(
        workers,
        comm -> {
          float[] weights = comm.rank() == 0 ? result : new float[LENGTH];
          Shard shard = Shard.of(List.of(train)).part(workers, comm.rank());
          optimizer.run(comm, shard, weights, Examples.PATIENT);
        });
    double right = 0;
    double loss = 0;
    for (int row = 0; row < test.size(); row++) {
      double margin = test.dot(row, result) + result[LENGTH - 1];
      right += margin * test.label(row) > 0 ? 1 : 0;
      loss += Loss.LOGISTIC.value(margin, test.label(row));
    }
    Objective logistic = new Objective(Loss.LOGISTIC, l2, 0);
    return new Score(
        right / test.size(), loss / test.size(), Examples.value(logistic, List.of(train), result));
  }

  @Test
  void shouldLearnOnline() {
    Objective objective = new Objective(Loss.LOGISTIC, 0, 0);
    for (int workers : new int[] {1, 2, 4, 8}) {
      double accuracy = learn(workers, new Online(objective, 1, 1), 0).accuracy();
      // the average of eight, each of which has seen an eighth, is worth less
      assertTrue(accuracy >= (workers < 8 ? 0.955 : 0.95), accuracy + " by " + workers);
      double logLoss = learn(workers, new Online(objective, 5, 1), 0).logLoss();
      // as near to one worker's as what is learned apart between two averages allows
      assertTrue(logLoss <= 0.104 + 0.0005 * workers, logLoss + " by " + workers);
    }
  }

  @Test
  void shouldReachTheOptimum() {
    Objective objective = new Objective(Loss.LOGISTIC, 1, 0);
    double best = learn(1, new Lbfgs(objective, 500, 0), 1).objective();
    for (int workers : new int[] {1, 3}) {
      double usual = learn(workers, new Lbfgs(objective, 100, 1e-8), 1).objective();
      assertEquals(best, usual, 1e-6 * best, workers + " workers");
    }
    Hybrid hybrid = new Hybrid(new Online(objective, 1, 1), new Lbfgs(objective, 30, 1e-4));
    assertEquals(best, learn(2, hybrid, 1).objective(), 2e-3 * best);
  }

  @Test
  void shouldLearnByDescent() {
    Objective logistic = new Objective(Loss.LOGISTIC, 1, 0);
    double best = learn(1, new Lbfgs(logistic, 500, 0), 1).objective();
    for (int workers : new int[] {1, 2, 4}) {
      Sgd[] sgd = new Sgd[1];
      Sgd any = new Sgd(Examples.problem(logistic), 5, 16, Examples.rate(1), 1, Sync.ALL_REDUCE);
      LocalCluster.run(
          workers,
          comm -> {
            Shard shard = Shard.of(List.of(train)).part(workers, comm.rank());
            Sgd tuned = RateSearch.tune(any, comm, shard, new float[LENGTH], (e, w) -> true);
            if (comm.rank() == 0) {
              sgd[0] = tuned;
            }
          });
      Score score = learn(workers, sgd[0], 1);
      assertTrue(score.accuracy() >= 0.954, score + " by " + workers);
      // with more workers there are fewer steps
      double most = workers < 4 ? 1.03 * best : 1.05 * best;
      assertTrue(score.objective() <= most, score + " by " + workers + ", best " + best);
      Objective hinge = new Objective(Loss.HINGE, 1, 0);
      assertTrue(learn(workers, Examples.pegasos(hinge, 5, 16, 1), 1).accuracy() >= 0.95);
    }
  }
}
