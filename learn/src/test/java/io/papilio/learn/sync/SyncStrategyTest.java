package io.papilio.learn.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.mixing.Consistency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SyncStrategyTest {
  private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 9};

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "allreduce",
        "allreduce:ring",
        "periodic",
        "periodic:7",
        "periodic:4:butterfly",
        "server",
        "factors:complete",
        "factors:ring",
        "full-matrix",
        "auto",
        "butterfly",
        "expander",
        "halton",
        "star"
      })
  void shouldBeSpelledAsItIsRead(String text) throws IOException {
    assertEquals(text, SyncStrategies.parse(text).spelling());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "none:1",
        "allreduce:fast",
        "periodic:0",
        "periodic:2:x",
        "ring:2",
        "factors:",
        "factors:fast",
        "factor",
        "full-matrix:ring",
        "auto:1",
        "graph",
        "graph:",
        "factors:graph"
      })
  void shouldRefuseOtherSpellings(String text) {
    assertThrows(IllegalArgumentException.class, () -> SyncStrategies.parse(text));
  }

  @Test
  void shouldSayWhatThereIs() {
    String all =
        assertThrows(IllegalArgumentException.class, () -> SyncStrategies.parse("nothing"))
            .getMessage();
    for (String name :
        new String[] {
          "allreduce", "server", "graph:FILE", "butterfly", "tree", "factors", "full-matrix", "auto"
        }) {
      assertTrue(all.contains(name), all);
    }
    assertTrue(all.contains("are: allreduce, none, periodic, server, graph:FILE"), all);
    assertTrue(all.endsWith("for matrix models auto, factors, full-matrix"), all);
  }

  @Test
  void shouldReadGraphs(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("g"), "0 1\n1 2\n2 0\n");
    SyncStrategy.Mixing mixing = (SyncStrategy.Mixing) SyncStrategies.parse("graph:" + file);
    assertTrue(!mixing.mixesFirst());
    assertEquals(1, mixing.along().sendTo(0, 3, 0)[0]);
  }

  @Test
  void shouldMixFirstOnlyInTheButterfly() throws IOException {
    for (Topology topology : Topologies.all()) {
      SyncStrategy.Mixing mixing = (SyncStrategy.Mixing) SyncStrategies.parse(topology.name());
      assertEquals(topology.name().equals("butterfly"), mixing.mixesFirst());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "periodic, asp, expander",
    "allreduce, asp, ssp:S",
    "allreduce, notify-ack, bsp",
    "full-matrix, ssp:3, factors",
    "auto, asp, factors",
    "factors, notify-ack, bsp",
    "ring, barrier-only, bsp"
  })
  void shouldRefuseWhatDoesNotGoTogether(String strategy, String consistency, String instead) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Sync.parse(strategy, consistency))
            .getMessage();
    assertTrue(message.contains(consistency) && message.contains(instead), message);
  }

  @ParameterizedTest
  @CsvSource({
    "periodic, bsp, true",
    "ring, ssp:0, true",
    "allreduce, ssp:2, true",
    "ring, ssp:1, false",
    "ring, notify-ack, false",
    "server, notify-ack, true",
    "server, ssp:1, false",
    "factors, asp, false"
  })
  void shouldKnowWhoWaitsForAll(String strategy, String consistency, boolean inStep)
      throws IOException {
    Sync sync = Sync.parse(strategy, consistency).withPace(new Pace(5, 1, 2));
    assertEquals(inStep, sync.isInStep());
    assertTrue(sync.forTrials().isInStep());
    assertEquals(sync.strategy(), sync.forTrials().strategy());
    assertEquals(Pace.FULL, sync.forTrials().pace());
  }

  @ParameterizedTest
  @CsvSource({
    "none, false, ''",
    "server, false, ''",
    "allreduce:ring, false, ''",
    "periodic, false, ''",
    "butterfly, false, butterfly",
    "factors, true, complete",
    "factors:ring, true, ring",
    "full-matrix, true, ''",
    "auto, true, ''"
  })
  void shouldKnowWhoseItIsAndAlongWhat(String text, boolean isForMatrices, String topology)
      throws IOException {
    SyncStrategy strategy = SyncStrategies.parse(text);
    assertEquals(isForMatrices, strategy.isForMatrices());
    assertEquals(topology, strategy.topology().map(Topology::name).orElse(""));
    LocalCluster.run(
        2, comm -> assertEquals(topology, strategy.topology(comm).map(Topology::name).orElse("")));
  }

  @Test
  void shouldHaveNothingToNoteOfAWholeGroup(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("g"), "0 1\n1 2\n2 0\n");
    for (String text : new String[] {"none", "ring", "butterfly", "factors", "graph:" + file}) {
      Sync sync = Sync.parse(text, "bsp");
      LocalCluster.run(3, comm -> assertEquals(Optional.empty(), sync.note(comm), text));
    }
  }

  static Stream<Topology> topologies() {
    return Topologies.all().stream();
  }

  /** Worker i begins with the i-th unit vector: then it holds row i of the matrix. */
  @ParameterizedTest
  @MethodSource("topologies")
  void shouldApplyTheMatrixOfTheTopology(Topology topology) {
    for (int size : SIZES) {
      int steps = 2 * topology.period(size) + 1;
      double[][] expected = new double[size][size];
      for (int i = 0; i < size; i++) {
        expected[i][i] = 1;
      }
      for (int t = 0; t < steps; t++) {
        expected = mixed(topology, expected, t);
      }
      float[][] rows = new float[size][size];
      LocalCluster.run(
          size,
          comm -> {
            float[] weights = rows[comm.rank()];
            weights[comm.rank()] = 1;
            SyncStrategy strategy = SyncStrategies.parse(topology.name());
            try (Averager averager = strategy.averager(comm, Consistency.BSP, weights, 0)) {
              for (int t = 0; t < steps; t++) {
                averager.average();
              }
            }
          });
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          assertEquals(expected[i][j], rows[i][j], 1e-6, topology.name() + " of " + size);
        }
      }
    }
  }

  private static double[][] mixed(Topology topology, double[][] before, int iteration) {
    int size = before.length;
    double[][] after = new double[size][size];
    for (int to = 0; to < size; to++) {
      for (int from = 0; from < size; from++) {
        double share = topology.share(from, to, size, iteration);
        for (int j = 0; j < size; j++) {
          after[to][j] += share * before[from][j];
        }
      }
    }
    return after;
  }

  @Test
  void shouldAverageEveryFewSteps() {
    LocalCluster.run(
        5,
        comm -> {
          float[] weights = {comm.rank()};
          SyncStrategy strategy = SyncStrategies.parse("periodic");
          Averager averager = strategy.averager(comm, Consistency.BSP, weights, 0);
          for (int step = 1; step <= 6; step++) {
            weights[0] = comm.rank() + step;
            assertEquals(step % 3 == 0, averager.isDue(step), "⌈log2 5⌉ = 3");
            if (step % 3 == 0) {
              averager.average();
            }
            assertEquals(step % 3 == 0 ? 2 + step : comm.rank() + step, weights[0]);
          }
        });
  }
}
