package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloorBenchmarkTest {
  /** The first rank to work adds what the others had, and takes over their pieces. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void shouldAddOnePieceAndCopyTheOthers(int ranks) {
    FloorBenchmark floor = new FloorBenchmark();
    floor.ranks = ranks;
    floor.length = 40;
    floor.fill();
    float[][] before = new float[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      before[rank] = floor.vector(rank).clone();
    }
    floor.threads(0);
    int piece = floor.length / ranks;
    for (int i = 0; i < floor.length; i++) {
      float expected = 0;
      for (int rank = 0; rank < ranks; rank++) {
        expected += i < piece || i / piece == rank ? before[rank][i] : 0;
      }
      assertEquals(expected, floor.vector(0)[i], "element " + i);
    }
  }

  /** From a rank that has not worked yet there are only zeros. */
  @Test
  void shouldWorkOnCopiesBetweenProcesses() {
    FloorBenchmark floor = new FloorBenchmark();
    floor.ranks = 2;
    floor.length = 7;
    floor.fill();
    float[] before = floor.vector(1).clone();
    floor.processes(1);
    for (int i = 0; i < 7; i++) {
      assertEquals(i < 4 ? 0 : before[i], floor.vector(1)[i], "element " + i);
    }
  }

  @Test
  void shouldLeaveTheOtherCoresRanksAlone() {
    FloorBenchmark floor = new FloorBenchmark();
    floor.ranks = 2;
    floor.length = 7;
    floor.fill();
    float[] other = floor.vector(1).clone();
    floor.threads(0);
    assertEquals(other[6], floor.vector(1)[6]);
    assertEquals(other[0], floor.vector(1)[0]);
  }
}
