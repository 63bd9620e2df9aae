package io.papilio.learn.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.MixCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each strategy does to the weights of workers, step by step. */
@Timeout(60)
class AveragerTest {
  private static final int[] SIZES = {1, 2, 3, 4, 5, 8, 9};

  private static Averager averager(
      Communicator comm, String strategy, String consistency, float[] weights, long step)
      throws IOException {
    return Sync.parse(strategy, consistency).averager(comm, weights, step);
  }

  private static boolean averages(Averager averager, long step) {
    boolean isDue = averager.isDue(step);
    if (isDue) {
      averager.average();
    }
    return isDue;
  }

  @ParameterizedTest
  @CsvSource({"periodic:3, 0", "periodic:3, 1", "periodic:3:ring, 5", "periodic:1:tree, 7"})
  void shouldAverageAllAtEverySoManySteps(String strategy, int first) {
    int every = Integer.parseInt(strategy.split(":")[1]);
    for (int size : SIZES) {
      LocalCluster.run(
          size,
          comm -> {
            float[] weights = new float[2];
            Averager averager = averager(comm, strategy, "bsp", weights, first);
            for (int step = first + 1; step <= first + 7; step++) {
              weights[0] = 4 * comm.rank();
              weights[1] = step;
              boolean isDue = step % every == 0;
              assertFalse(averager.mixesFirst());
              assertEquals(isDue, averages(averager, step), "step " + step);
              float own = 4 * comm.rank();
              float mean = 2 * (size - 1);
              assertArrayEquals(new float[] {isDue ? mean : own, step}, weights, 1e-5f);
            }
          });
    }
  }

  @Test
  void shouldAverageEveryLogarithmOfTheWorkers() {
    int[] every = {1, 1, 2, 2, 3, 3, 4};
    for (int i = 0; i < SIZES.length; i++) {
      int steps = every[i];
      LocalCluster.run(
          SIZES[i],
          comm -> {
            Averager averager = averager(comm, "periodic", "bsp", new float[1], 0);
            for (int step = 1; step <= 9; step++) {
              assertEquals(step % steps == 0, averager.isDue(step), "step " + step);
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:0", "notify-ack"})
  void shouldAverageThroughTheServerAtEveryStep(String consistency) {
    for (int size : SIZES) {
      for (int length : new int[] {0, 1, size - 1, 2 * size + 3}) {
        LocalCluster.run(
            size,
            comm -> {
              float[] weights = new float[length];
              float[] expected = new float[length];
              Averager averager = averager(comm, "server", consistency, weights, 3);
              for (int step = 0; step < 3; step++) {
                for (int i = 0; i < length; i++) {
                  weights[i] = 10 * i + step + 2 * comm.rank();
                  expected[i] = 10 * i + step + size - 1;
                }
                assertFalse(averager.mixesFirst());
                assertTrue(averages(averager, step));
                assertArrayEquals(expected, weights, 1e-4f);
              }
              averager.end();
              averager.close();
            });
      }
    }
  }

  /** A share of what each worker has changed arrives, and is there when all have pushed it. */
  @ParameterizedTest
  @ValueSource(strings = {"ssp:2", "asp"})
  void shouldAddUpChangesOfWorkersThatDriftApart(String consistency) {
    for (int size : SIZES) {
      LocalCluster.run(
          size,
          comm -> {
            float[] weights = new float[size + 2];
            Arrays.fill(weights, 1);
            Averager averager = averager(comm, "server", consistency, weights, 0);
            for (int step = 1; step <= 3; step++) {
              for (int i = 0; i < weights.length; i++) {
                weights[i] += 2 * comm.rank();
              }
              assertFalse(averager.mixesFirst());
              assertTrue(averages(averager, step));
              comm.barrier();
              assertTrue(averages(averager, step));
              float[] expected = new float[weights.length];
              Arrays.fill(expected, 1 + step * (size - 1));
              assertArrayEquals(expected, weights, 1e-4f);
              comm.barrier();
            }
            averager.end();
            averager.close();
          });
    }
  }

  static Stream<Topology> topologies() {
    return Topologies.all().stream();
  }

  /** Worker i holds row i of the product of the matrices, from that of its first step on. */
  @ParameterizedTest
  @MethodSource("topologies")
  void shouldGoOnWhereTheTopologyWas(Topology topology) {
    for (int size : new int[] {1, 3, 4, 8}) {
      for (int first : new int[] {1, 2, 7}) {
        float[] expected = new float[size * size];
        for (int to = 0; to < size; to++) {
          for (int from = 0; from < size; from++) {
            expected[to * size + from] = (float) topology.share(from, to, size, first);
          }
        }
        float[] mixed = new float[size * size];
        LocalCluster.run(
            size,
            comm -> {
              float[] weights = new float[size];
              weights[comm.rank()] = 1;
              Averager averager = averager(comm, topology.name(), "bsp", weights, first);
              assertEquals(topology.name().equals("butterfly"), averager.mixesFirst());
              assertTrue(averages(averager, first + 1));
              averager.end();
              averager.close();
              System.arraycopy(weights, 0, mixed, comm.rank() * size, size);
            });
        assertArrayEquals(expected, mixed, 1e-6f, size + " workers, from step " + first);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"butterfly", "ring", "complete"})
  void shouldCountWhatItFound(String topology) {
    LocalCluster.run(
        4,
        comm -> {
          try (Averager averager = averager(comm, topology, "bsp", new float[3], 0)) {
            for (int step = 0; step < 5; step++) {
              averager.average();
            }
            assertEquals(new MixCounts(5, 5, 0, 0, 0, 0), averager.counts());
          }
        });
  }

  @Test
  void shouldLeaveThoseAloneWhoLearnAlone() {
    LocalCluster.run(
        2,
        comm -> {
          float[] weights = {comm.rank()};
          Averager none = averager(comm, "none", "bsp", weights, 0);
          assertFalse(averages(none, 1));
          assertEquals(comm.rank(), weights[0]);
          assertEquals(MixCounts.NONE, none.counts());
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"allreduce", "factors", "full-matrix", "auto"})
  void shouldRefuseWhatAveragesNoWeights(String strategy) {
    LocalCluster.run(
        1,
        comm ->
            assertThrows(
                IllegalStateException.class,
                () -> averager(comm, strategy, "bsp", new float[1], 0)));
  }
}
