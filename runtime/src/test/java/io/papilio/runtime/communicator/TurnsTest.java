package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnsTest {

  @Test
  void shouldLetAnotherBeTheFirstEachRound() {
    LocalCluster.run(
        2,
        comm -> {
          StringBuilder order = new StringBuilder();
          List<Runnable> letters =
              List.of(() -> order.append('a'), () -> order.append('b'), () -> order.append('c'));
          Turns turns = new Turns(comm, 2, () -> order.append(' '), letters);
          for (int round = 0; round < 4; round++) {
            turns.round();
          }
          assertEquals(" aa bb cc bb cc aa cc aa bb aa bb cc", order.toString());
        });
  }

  /** The time of each under its own place, whenever it had its turn. */
  @Test
  void shouldTellAllRanksTheTimeOfTheSlowest() {
    int pause = 2_000_000;
    LocalCluster.run(
        3,
        comm -> {
          Runnable slow = () -> spin(comm.rank() == 1 ? pause : 0);
          Turns turns = new Turns(comm, 3, () -> {}, List.of(() -> {}, slow));
          for (int round = 0; round < 2; round++) {
            double[] nanos = turns.round();
            double[] most = nanos.clone();
            comm.allReduce(most, Reduction.MAX);
            assertArrayEquals(most, nanos);
            assertTrue(nanos[1] >= pause, nanos[1] + " ns");
            assertEquals(3 * (nanos[0] + nanos[1]), turns.spent(nanos));
          }
        });
  }

  private static void spin(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldMakeFewerCallsOfLongerVectors() {
    assertEquals(200, Turns.calls(0));
    assertEquals(200, Turns.calls(1_000));
    assertEquals(20, Turns.calls(1_001));
    assertEquals(20, Turns.calls(100_000));
    assertEquals(3, Turns.calls(1_000_000));
    assertEquals(1, Turns.calls(1_000_001));
  }
}
