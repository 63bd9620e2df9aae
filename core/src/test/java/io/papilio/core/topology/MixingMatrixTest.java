package io.papilio.core.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixingMatrixTest {

  @ParameterizedTest
  @CsvSource({
    "complete, 2, 1",
    "complete, 25, 1",
    "ring, 25, 0.00789",
    "chain, 25, 0.00214",
    "expander, 25, 0.14191",
    "expander, 6, 0.33333",
    "halton, 64, 0.03653",
    "star, 25, 0.5",
    "butterfly, 2, 1",
    "butterfly, 8, 1",
    "butterfly, 64, 1",
    "butterfly, 5, 0.79775",
    "butterfly, 17, 0.93856",
    "ring, 1, 1",
    "chain, 1, 1"
  })
  void shouldHaveTheSpectralGapOf(String name, int size, double gap) {
    assertEquals(
        gap, MixingMatrix.overPeriod(Topologies.named(name), size).spectralGap(), 0.000005);
  }

  @Test
  void shouldFollowTheFormulaOfTheRing() {
    for (int size = 2; size <= 40; size++) {
      double gap = MixingMatrix.overPeriod(new Ring(), size).spectralGap();
      assertEquals(1 - Math.cos(Math.PI / size), gap, 1e-12);
    }
  }

  @Test
  void shouldNotMixAButterflyInASingleIteration() {
    for (int iteration = 0; iteration < 4; iteration++) {
      MixingMatrix matrix = MixingMatrix.at(new Butterfly(), 16, iteration);
      assertEquals(0, matrix.spectralGap(), 1e-12);
      assertFalse(matrix.isStronglyConnected());
      assertTrue(matrix.isDoublyStochastic());
    }
  }

  @Test
  void shouldPutLaterIterationsOnTheLeft() {
    // 0 -> 1, then 1 -> 2: what starts at 0 gets to 2; what starts at 1 does not get to 0.
    MixingMatrix matrix = MixingMatrix.overPeriod(new Relay(3), 3);
    assertEquals(0.25, matrix.share(2, 0));
    assertEquals(0.25, matrix.share(2, 1));
    assertEquals(0.5, matrix.share(2, 2));
    assertEquals(0.5, matrix.share(1, 0));
    assertEquals(0, matrix.share(0, 1));
    assertEquals(3, matrix.size());
  }

  @Test
  void shouldTellAConnectedProductFromAConnectedUnion() {
    // Two swaps of everything bring all back; the union of their edges would not know.
    MixingMatrix matrix = MixingMatrix.overPeriod(new Swap(), 2);
    assertEquals(1, matrix.share(0, 0));
    assertFalse(matrix.isStronglyConnected());
    assertTrue(MixingMatrix.at(new Swap(), 2, 0).isStronglyConnected());
  }

  @Test
  void shouldAgreeWithTheUnionOfEdgesWhereEveryoneKeepsSomething() {
    for (int size : new int[] {2, 3, 7, 8, 9, 25}) {
      for (Topology topology : Topologies.all()) {
        StringBuilder union = new StringBuilder();
        boolean[][] seen = new boolean[size][size];
        for (int iteration = 0; iteration < topology.period(size); iteration++) {
          for (int rank = 0; rank < size; rank++) {
            for (int peer : topology.sendTo(rank, size, iteration)) {
              if (!seen[rank][peer]) {
                union.append(rank).append(' ').append(peer).append('\n');
              }
              seen[rank][peer] = true;
            }
          }
        }
        assertEquals(
            MixingMatrix.at(EdgeList.parse("union", union.toString()), size, 0)
                .isStronglyConnected(),
            MixingMatrix.overPeriod(topology, size).isStronglyConnected());
      }
    }
  }

  @Test
  void shouldNeedWaysBothToAndFromEveryone() {
    for (String edges : List.of("1 0\n2 1", "0 1\n1 2", "0 1\n1 0\n2 0", "0 1\n1 0\n0 2")) {
      EdgeList graph = EdgeList.parse("one way", edges);
      assertFalse(MixingMatrix.at(graph, 3, 0).isStronglyConnected(), edges);
    }
  }

  @Test
  void shouldStayConnectedWhereSharesRoundToNothing() {
    // Over a period the way round has a share of (1e-200)^2, which no double can hold.
    MixingMatrix matrix = MixingMatrix.overPeriod(new Faint(), 3);
    assertEquals(0, matrix.share(2, 0));
    assertTrue(matrix.isStronglyConnected());
  }

  @Test
  void shouldNotKeepTheMeanOnAStar() {
    double[] after = times(MixingMatrix.overPeriod(new Star(), 3), new double[] {3, 0, 0});
    assertEquals((1 + 1.5 + 1.5) / 3, mean(after), 1e-12);
  }

  @Test
  void shouldRefuseSizesAndIterationsThatAreNone() {
    assertThrows(IllegalArgumentException.class, () -> MixingMatrix.overPeriod(new Ring(), 0));
    assertThrows(IllegalArgumentException.class, () -> MixingMatrix.at(new Ring(), 4, -1));
  }

  @Test
  void shouldBuildAndCheckAThousandRanksQuickly() {
    assertTimeout(
        Duration.ofSeconds(10),
        () -> {
          for (Topology topology : List.of(new Complete(), new Butterfly())) {
            MixingMatrix matrix = MixingMatrix.overPeriod(topology, 1024);
            assertTrue(matrix.isDoublyStochastic());
            assertTrue(matrix.isStronglyConnected());
            assertEquals(1, matrix.spectralGap());
          }
        });
  }

  static double[] times(MixingMatrix matrix, double[] values) {
    double[] result = new double[values.length];
    for (int to = 0; to < values.length; to++) {
      for (int from = 0; from < values.length; from++) {
        result[to] += matrix.share(to, from) * values[from];
      }
    }
    return result;
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** At iteration t rank t sends to the next, and nobody else does. */
  private record Relay(int period) implements Bare {

    @Override
    public int[] sendTo(int rank, int size, int iteration) {
      int sender = iteration % period;
      return rank == sender && rank + 1 < size ? new int[] {rank + 1} : new int[0];
    }

    @Override
    public int period(int size) {
      return period;
    }
  }

  /** Two ranks that hand each other everything, twice. */
  private record Swap() implements Bare {

    @Override
    public int[] sendTo(int rank, int size, int iteration) {
      return new int[] {1 - rank};
    }

    @Override
    public int period(int size) {
      return 2;
    }

    @Override
    public double share(int from, int to, int size, int iteration) {
      return from == to ? 0 : 1;
    }

    @Override
    public boolean isWeighted() {
      return true;
    }
  }

  /** A chain there with next to no weight, and then straight back. */
  private record Faint() implements Bare {

    @Override
    public int[] sendTo(int rank, int size, int iteration) {
      if (iteration % 3 == 2) {
        return rank == 2 ? new int[] {0} : new int[0];
      }
      return rank == iteration % 3 ? new int[] {rank + 1} : new int[0];
    }

    @Override
    public int period(int size) {
      return 3;
    }

    @Override
    public double share(int from, int to, int size, int iteration) {
      return from == to ? 1 : 1e-200;
    }

    @Override
    public boolean isWeighted() {
      return true;
    }
  }

  private interface Bare extends Topology {

    @Override
    default String name() {
      return "bare";
    }

    @Override
    default String summary() {
      return "For tests.";
    }
  }
}
