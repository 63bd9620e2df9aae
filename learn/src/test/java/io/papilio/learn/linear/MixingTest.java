package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategies;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers that average their weights while they learn. */
@Timeout(120)
class MixingTest {
  static final Objective OBJECTIVE = new Objective(Loss.LOGISTIC, 1, 0);
  static final List<SparseRows> BLOCKS = Examples.blocks(240, false);

  private static Sync sync(String strategy, String consistency) throws IOException {
    return new Sync(SyncStrategies.parse(strategy), Consistency.parse(consistency));
  }

  private static double value(Optimizer optimizer, int workers) {
    List<float[]> weights = Examples.learn(workers, optimizer, BLOCKS);
    for (float[] each : weights) {
      assertArrayEquals(weights.get(0), each, "in the end all have the same bits");
    }
    return Examples.value(OBJECTIVE, BLOCKS, weights.get(0));
  }

  static Stream<Arguments> all() {
    Stream<Arguments> together =
        Stream.of("none", "allreduce", "allreduce:ring", "periodic", "periodic:2")
            .map(strategy -> Arguments.of(strategy, "bsp"));
    return Stream.concat(together, mixing(strategies()));
  }

  /** Every topology, and a server. */
  static Stream<String> strategies() {
    return Stream.concat(Topologies.all().stream().map(Topology::name), Stream.of("server"));
  }

  /** Under every consistency. */
  static Stream<Arguments> mixing(Stream<String> strategies) {
    return strategies.flatMap(
        strategy ->
            Stream.of("bsp", "notify-ack", "ssp:2", "asp")
                .map(consistency -> Arguments.of(strategy, consistency)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldLearn(String strategy, String consistency) throws IOException {
    for (int workers : new int[] {1, 3, 8}) {
      double reached = value(mixer(strategy, consistency, workers), workers);
      requireLearned(strategy + " " + consistency, reached, workers);
    }
  }

  static Sgd mixer(String strategy, String consistency, int workers) throws IOException {
    Pace together = new Pace(100_000, -1, 1); // or one is done before another has begun
    Sync how = sync(strategy, consistency).withPace(workers == 1 ? Pace.FULL : together);
    return new Sgd(Examples.problem(OBJECTIVE), 20, 2, Examples.rate(3), 1, how);
  }

  /**
   * Most of the way from nothing to the optimum; not so far where the rows of some workers hardly
   * count, and who waits for nobody is only sure to get somewhere: a worker that sleeps holds the
   * others back with the weights it had.
   */
  static void requireLearned(String what, double reached, int workers) {
    double optimum = value(new Lbfgs(OBJECTIVE, 100, 1e-9), 1);
    double start = Examples.value(OBJECTIVE, BLOCKS, new float[Examples.FEATURES + 1]);
    boolean isFair = !what.startsWith("chain") && !what.startsWith("star");
    double left = what.endsWith("asp") ? 0.95 : isFair ? 0.15 : 0.5;
    assertTrue(
        reached - optimum < left * (start - optimum),
        "%s, %d workers: %s where %s to %s".formatted(what, workers, reached, start, optimum));
  }

  @Test
  void shouldGiveTheBitsOfBspWithoutSlack() throws IOException {
    for (String strategy : List.of("expander", "butterfly", "server")) {
      Sgd sgd = new Sgd(Examples.problem(OBJECTIVE), 3, 2, Examples.rate(0.3), 1, Sync.ALL_REDUCE);
      List<float[]> bsp = Examples.learn(5, sgd.withSync(sync(strategy, "bsp")), BLOCKS);
      List<float[]> ssp = Examples.learn(5, sgd.withSync(sync(strategy, "ssp:0")), BLOCKS);
      assertArrayEquals(bsp.get(0), ssp.get(0));
    }
  }

  /** What is seen, in step or afterwards, ends with what all end with. */
  @ParameterizedTest
  @CsvSource({
    "butterfly, bsp",
    "periodic, bsp",
    "expander, asp",
    "expander, notify-ack",
    "server, ssp:2",
    "server, asp"
  })
  void shouldShowTheMean(String strategy, String consistency) throws IOException {
    Optimizer sgd =
        new Sgd(Examples.problem(OBJECTIVE), 3, 2, Examples.rate(0.3), 1, Sync.ALL_REDUCE)
            .withSync(sync(strategy, consistency));
    List<Long> examples = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    float[][] last = new float[1][];
    float[][] ended = new float[3][Examples.FEATURES + 1];
    LocalCluster.run(
        3,
        comm -> {
          Optimizer.Watch watch =
              new Optimizer.Watch() {
                @Override
                public boolean onProgress(long count, float[] weights) {
                  note(count, weights);
                  return true;
                }

                @Override
                public void onPast(long count, double second, float[] weights) {
                  note(count, weights);
                  if (comm.rank() == 0) {
                    seconds.add(second);
                  }
                }

                private void note(long count, float[] weights) {
                  if (comm.rank() == 0) {
                    examples.add(count);
                    last[0] = weights.clone();
                  }
                }
              };
          sgd.run(comm, Shard.of(BLOCKS).part(3, comm.rank()), ended[comm.rank()], watch);
        });
    assertEquals(60, examples.size());
    assertEquals(examples.stream().sorted().toList(), examples);
    assertEquals(3 * 240, examples.get(59));
    assertArrayEquals(ended[0], last[0], 1e-6f);
    assertEquals(seconds.stream().sorted().toList(), seconds);
  }

  /** A server answers whoever asks, while a worker of another part computes ten times as long. */
  @Test
  void shouldNotWaitForStragglersThroughServer() throws IOException {
    Pace pace = new Pace(500_000, 1, 20);
    double together = fastest(sync("server", "bsp").withPace(pace));
    double loose = fastest(sync("server", "asp").withPace(pace));
    assertTrue(loose < together / 2, loose + " s where it takes " + together + " to wait");
  }

  /** Returns how long worker 0 takes until its last step. */
  private static double fastest(Sync sync) {
    Sgd sgd = new Sgd(Examples.problem(OBJECTIVE), 1, 4, Examples.rate(0.3), 1, sync);
    double[] seconds = new double[1];
    LocalCluster.run(
        3,
        comm -> {
          long start = System.nanoTime();
          Optimizer.Watch watch =
              new Optimizer.Watch() {
                @Override
                public boolean onProgress(long count, float[] weights) {
                  onAlone(count);
                  return true;
                }

                @Override
                public void onAlone(long count) {
                  if (comm.rank() == 0) {
                    seconds[0] = (System.nanoTime() - start) / 1e9;
                  }
                }
              };
          float[] weights = new float[Examples.FEATURES + 1];
          sgd.run(comm, Shard.of(BLOCKS).part(3, comm.rank()), weights, watch);
        });
    return seconds[0];
  }

  /** Told before every look where workers may differ, and there only. */
  @ParameterizedTest
  @CsvSource({"none, 0.05, 10", "complete, 0, 1e-6", "butterfly, 1e-4, 3", "allreduce, 0, 0"})
  void shouldTellHowFarWorkersAreApart(String strategy, double least, double most)
      throws IOException {
    Sgd sgd =
        new Sgd(Examples.problem(OBJECTIVE), 2, 2, Examples.rate(0.3), 1, sync(strategy, "bsp"));
    List<Double> distances = new CopyOnWriteArrayList<>();
    LocalCluster.run(
        4,
        comm -> {
          Optimizer.Watch watch =
              new Optimizer.Watch() {
                @Override
                public boolean onProgress(long count, float[] weights) {
                  return true;
                }

                @Override
                public void onDistance(double distance) {
                  distances.add(distance);
                }
              };
          float[] weights = new float[Examples.FEATURES + 1];
          sgd.run(comm, Shard.of(BLOCKS).part(4, comm.rank()), weights, watch);
        });
    assertEquals(strategy.equals("allreduce") ? 0 : 4 * 40, distances.size());
    for (double distance : distances) {
      assertTrue(distance >= least && distance <= most, strategy + ": " + distance);
    }
  }

  /** Each on its own shard: as far from each other as shards are. */
  @Test
  void shouldStepByOwnRowsAlone() throws IOException {
    Sgd alone =
        new Sgd(Examples.problem(OBJECTIVE), 2, 3, Examples.rate(0.3), 1, Sync.ALL_REDUCE)
            .withSync(sync("none", "bsp"));
    List<float[]> together = Examples.learn(2, alone, BLOCKS);
    float[] mean = new float[Examples.FEATURES + 1];
    // worker 0's order depends on its rank alone, so that it learns the same without worker 1;
    // what is left of the mean is then worker 1's
    List<float[]> first = Examples.learn(1, alone, worker -> Shard.of(BLOCKS).part(2, 0));
    assertEquals(first.get(0).length, mean.length);
    boolean differs = false;
    for (int i = 0; i < mean.length; i++) {
      differs |= Math.abs(first.get(0)[i] - together.get(0)[i]) > 1e-3;
    }
    assertTrue(differs, "the mean of two is not one of them");
  }
}
