package io.papilio.core.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every topology promises, for all that are found and all sizes up to 64. */
class TopologyTest {

  private static final int LARGEST = 64;

  static List<Topology> topologies() {
    return Topologies.all();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldSendToOthersInRangeAscendingAndOnce(Topology topology) {
    for (int size = 1; size <= LARGEST; size++) {
      for (int iteration = 0; iteration < topology.period(size); iteration++) {
        for (int rank = 0; rank < size; rank++) {
          int[] peers = topology.sendTo(rank, size, iteration);
          for (int i = 0; i < peers.length; i++) {
            assertTrue(peers[i] >= 0 && peers[i] < size && peers[i] != rank);
            assertTrue(i == 0 || peers[i - 1] < peers[i]);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldReceiveFromExactlyThoseThatSend(Topology topology) {
    for (int size = 1; size <= LARGEST; size++) {
      for (int iteration = 0; iteration < topology.period(size); iteration++) {
        List<List<Integer>> senders = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
          senders.add(new ArrayList<>());
        }
        for (int from = 0; from < size; from++) {
          for (int to : topology.sendTo(from, size, iteration)) {
            senders.get(to).add(from);
          }
        }
        for (int rank = 0; rank < size; rank++) {
          assertArrayEquals(
              senders.get(rank).stream().mapToInt(Integer::intValue).toArray(),
              topology.receiveFrom(rank, size, iteration));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldRepeatAfterItsPeriodAndNotBefore(Topology topology) {
    for (int size = 1; size <= LARGEST; size++) {
      int period = topology.period(size);
      List<String> sent = new ArrayList<>();
      for (int iteration = 0; iteration < 3 * period; iteration++) {
        sent.add(all(topology, size, iteration));
      }
      assertEquals(sent.subList(0, 2 * period), sent.subList(period, 3 * period));
      for (int shorter = 1; shorter < period; shorter++) {
        assertTrue(!sent.subList(0, period).equals(sent.subList(shorter, shorter + period)));
      }
      int late = Integer.MAX_VALUE - Integer.MAX_VALUE % period;
      assertEquals(sent.get(0), all(topology, size, late));
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldBeStronglyConnectedUnlessItIsTheChain(Topology topology) {
    for (int size = 1; size <= LARGEST; size++) {
      assertEquals(
          size == 1 || !topology.name().equals("chain"),
          MixingMatrix.overPeriod(topology, size).isStronglyConnected(),
          topology.name() + " " + size);
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldKeepTheMeanUnlessItSaysThatItDoesNot(Topology topology) {
    boolean exempt = Set.of("chain", "star", "tree").contains(topology.name());
    int firstExempt = topology.name().equals("chain") ? 2 : 3;
    for (int size = 1; size <= LARGEST; size++) {
      for (int iteration = 0; iteration < topology.period(size); iteration++) {
        assertEquals(
            !exempt || size < firstExempt,
            MixingMatrix.at(topology, size, iteration).isDoublyStochastic(),
            topology.name() + " " + size);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldMakeSharesOfOneAverageAddUpToOne(Topology topology) {
    for (int size = 1; size <= LARGEST; size++) {
      MixingMatrix matrix = MixingMatrix.overPeriod(topology, size);
      for (int to = 0; to < size; to++) {
        double sum = 0;
        for (int from = 0; from < size; from++) {
          assertTrue(matrix.share(to, from) >= 0);
          sum += matrix.share(to, from);
        }
        assertEquals(1, sum, 1e-12);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldGiveTheSameSharesOneByOneAsInTheMatrix(Topology topology) {
    for (int size : new int[] {1, 2, 5, 8, 13}) {
      for (int iteration = 0; iteration < topology.period(size); iteration++) {
        MixingMatrix matrix = MixingMatrix.at(topology, size, iteration);
        for (int to = 0; to < size; to++) {
          for (int from = 0; from < size; from++) {
            assertEquals(matrix.share(to, from), topology.share(from, to, size, iteration));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldRefuseRanksSizesAndIterationsThatAreNone(Topology topology) {
    for (int[] bad : new int[][] {{-1, 4, 0}, {4, 4, 0}, {0, 0, 0}, {0, 4, -1}}) {
      assertThrows(IllegalArgumentException.class, () -> topology.sendTo(bad[0], bad[1], bad[2]));
      assertThrows(
          IllegalArgumentException.class, () -> topology.receiveFrom(bad[0], bad[1], bad[2]));
      assertThrows(IllegalArgumentException.class, () -> topology.share(bad[0], 0, bad[1], bad[2]));
      assertThrows(IllegalArgumentException.class, () -> topology.share(0, bad[0], bad[1], bad[2]));
    }
  }

  private static String all(Topology topology, int size, int iteration) {
    return IntStream.range(0, size)
        .mapToObj(rank -> Arrays.toString(topology.sendTo(rank, size, iteration)))
        .toList()
        .toString();
  }
}
