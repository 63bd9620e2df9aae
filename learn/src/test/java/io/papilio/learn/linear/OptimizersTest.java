package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every optimizer. */
class OptimizersTest {
  private static final Objective LOGISTIC = new Objective(Loss.LOGISTIC, 0.5, 0);
  private static final Objective HINGE = new Objective(Loss.HINGE, 0.5, 0);
  private static final Objective SPARSE = new Objective(Loss.LOGISTIC, 0.1, 0.5);
  private static final Online ONLINE = new Online(LOGISTIC, 2, 3);
  private static final Lbfgs LBFGS = new Lbfgs(LOGISTIC, 8, 0);

  static Stream<Optimizer> all() {
    return Stream.of(
        new Sgd(Examples.problem(LOGISTIC), 2, 1, Examples.rate(0.5), 3, Sync.ALL_REDUCE),
        new Sgd(Examples.problem(LOGISTIC, true), 2, 4, Examples.rate(0.3), 3, Sync.ALL_REDUCE),
        new Sgd(Examples.problem(HINGE), 2, 3, Examples.rate(0.5), 3, Sync.ALL_REDUCE),
        Examples.pegasos(HINGE, 2, 2, 3),
        ONLINE,
        new Online(HINGE, 2, 0.4, 0.7, 3),
        LBFGS,
        new Hybrid(ONLINE, LBFGS),
        new Online(SPARSE, 2, 3),
        new Lbfgs(SPARSE, 8, 0));
  }

  private static Objective objective(Optimizer optimizer) {
    return optimizer.toString().contains("HINGE") ? HINGE : LOGISTIC;
  }

  /** What they leave of the objective: .427 is the least of the logistic one. */
  private static double share(Optimizer optimizer) {
    if (optimizer instanceof Lbfgs || optimizer instanceof Hybrid) {
      return 0.44;
    }
    boolean addsUp = optimizer instanceof Online online && online.objective().l1() == 0;
    return addsUp ? 0.53 : 0.71; // others take fewer steps, or shorter ones, with more workers
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldLearnTheSameBitsOnAllWorkersRunAfterRun(Optimizer optimizer) {
    List<SparseRows> blocks = Examples.blocks(203, true);
    double untrained =
        Examples.value(objective(optimizer), blocks, new float[Examples.FEATURES + 1]);
    for (int workers : Examples.WORKERS) {
      List<float[]> first = Examples.learn(workers, optimizer, blocks);
      List<float[]> second = Examples.learn(workers, optimizer, blocks);
      for (float[] weights : second) {
        assertArrayEquals(first.get(0), weights, workers + " workers");
      }
      assertArrayEquals(first.get(0), first.get(workers - 1), workers + " workers");
      double value = Examples.value(objective(optimizer), blocks, first.get(0));
      assertTrue(
          value < share(optimizer) * untrained, value + " of " + untrained + " by " + workers);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldCopeWithEmptyShards(Optimizer optimizer) {
    for (int rows : new int[] {0, 1, 2, 4}) {
      List<float[]> all = Examples.learn(5, optimizer, Examples.blocks(rows, true));
      for (float[] weights : all) {
        assertArrayEquals(all.get(0), weights, rows + " rows");
        for (float weight : weights) {
          assertTrue(Float.isFinite(weight), rows + " rows");
          assertTrue(rows > 0 || weight == 0);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldShowTheSameWeightsToAllWorkers(Optimizer optimizer) {
    List<SparseRows> blocks = Examples.blocks(403, false);
    for (int workers : Examples.WORKERS) {
      List<List<float[]>> seen = new ArrayList<>();
      List<List<Long>> moments = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        seen.add(new ArrayList<>());
        moments.add(new ArrayList<>());
      }
      watched(
          workers,
          optimizer,
          blocks,
          rank ->
              (examples, weights) -> {
                seen.get(rank).add(weights.clone());
                moments.get(rank).add(examples);
                return true;
              });
      for (int rank = 0; rank < workers; rank++) {
        assertEquals(moments.get(0), moments.get(rank));
        for (int i = 0; i < seen.get(0).size(); i++) {
          assertArrayEquals(seen.get(0).get(i), seen.get(rank).get(i));
        }
      }
      List<Long> sorted = moments.get(0).stream().distinct().sorted().toList();
      assertEquals(sorted, moments.get(0), "moments grow");
      assertTrue(sorted.contains(806L), "the end of the second epoch: " + sorted);
      assertTrue(sorted.size() >= 8 && sorted.size() <= 48, sorted.size() + " looks");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldEndWhenTheWatchSaysSo(Optimizer optimizer) {
    List<SparseRows> blocks = Examples.blocks(403, false);
    for (int workers : Examples.WORKERS) {
      List<float[]> last = new ArrayList<>();
      int[] looks = new int[workers];
      List<float[]> results =
          watched(
              workers,
              optimizer,
              blocks,
              rank ->
                  (examples, weights) -> {
                    if (rank == 0) {
                      last.add(weights.clone());
                    }
                    return ++looks[rank] < 2;
                  });
      for (int rank = 0; rank < workers; rank++) {
        assertEquals(2, looks[rank]);
        assertArrayEquals(last.get(1), results.get(rank));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldRefuseFeaturesWithoutWeights(Optimizer optimizer) {
    Shard shard = Shard.of(Examples.blocks(50, false));
    LocalCluster.run(
        1,
        comm ->
            assertThrows(
                IllegalArgumentException.class,
                () -> optimizer.run(comm, shard, new float[5], Examples.PATIENT)));
  }

  @Test
  void shouldRefuseWhatTheyCannotDo() {
    Objective l1 = new Objective(Loss.LOGISTIC, 1, 0.1);
    refused(() -> new Sgd(Examples.problem(l1), 1, 1, Examples.rate(1), 1, Sync.ALL_REDUCE));
    refused(() -> Examples.pegasos(new Objective(Loss.HINGE, 1, 0.1), 1, 1, 1));
    refused(() -> Examples.pegasos(LOGISTIC, 1, 1, 1));
    refused(() -> Examples.pegasos(new Objective(Loss.HINGE, 0, 0), 1, 1, 1));
    refused(() -> new Lbfgs(LOGISTIC, -1, 1e-4));
    refused(() -> new Lbfgs(LOGISTIC, 1, Double.NaN));
    refused(() -> new Lbfgs(LOGISTIC, 1, 1e-4, 0));
    refused(() -> new Sgd(Examples.problem(LOGISTIC), -1, 1, Examples.rate(1), 1, Sync.ALL_REDUCE));
    refused(() -> new Sgd(Examples.problem(LOGISTIC), 1, 0, Examples.rate(1), 1, Sync.ALL_REDUCE));
    refused(
        () ->
            new Sgd(
                Examples.problem(LOGISTIC), 1, 1, Examples.rate(Double.NaN), 1, Sync.ALL_REDUCE));
    refused(() -> Examples.pegasos(HINGE, 1, 0, 1));
    refused(() -> new Online(LOGISTIC, 1, 0, 0.5, 1));
    refused(() -> new Online(LOGISTIC, 1, 0.5, 2, 1));
    refused(() -> new Hybrid(ONLINE, new Lbfgs(new Objective(Loss.LOGISTIC, 7, 0), 1, 1)));
  }

  private static void refused(Runnable making) {
    assertThrows(IllegalArgumentException.class, making::run);
  }

  private interface Watches {
    Optimizer.Watch of(int rank);
  }

  private static List<float[]> watched(
      int workers, Optimizer optimizer, List<SparseRows> blocks, Watches watches) {
    List<float[]> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      all.add(new float[Examples.FEATURES + 1]);
    }
    LocalCluster.run(
        workers,
        comm -> {
          int rank = comm.rank();
          Shard shard = Shard.of(blocks).part(workers, rank);
          optimizer.run(comm, shard, all.get(rank), watches.of(rank));
        });
    return all;
  }
}
