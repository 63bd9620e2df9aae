package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.CollectiveException;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParameterServerTest {
  private static final int ITERATIONS = 40;

  /** Worker r changes element i by i + 10 r each time: the sum of all, a share of each, once. */
  @ParameterizedTest
  @CsvSource({"ssp:1, 1", "ssp:1, 13", "ssp:3, 64", "asp, 2", "asp, 100000"})
  void shouldCountEveryChangeOnce(String consistency, int length) {
    for (int size : new int[] {1, 2, 3, 4, 5, 8}) {
      LocalCluster.run(
          size,
          comm -> {
            float[] weights = new float[length];
            try (ParameterServer server =
                new ParameterServer(comm, weights, Consistency.parse(consistency))) {
              for (int t = 0; t < ITERATIONS; t++) {
                for (int i = 0; i < length; i++) {
                  weights[i] += size * (i % 7 + 10 * comm.rank());
                }
                server.exchange(weights);
                for (int i = 0; i < length; i += 1 + length / 5) {
                  float own = (t + 1) * (i % 7 + 10f * comm.rank());
                  assertTrue(weights[i] >= own, "its own changes are in: " + weights[i]);
                }
              }
              comm.barrier();
              float[] before = weights.clone();
              server.exchange(weights); // nothing new, but what the others had under way
              comm.barrier();
              for (int i = 0; i < length; i++) {
                float ranks = 10f * size * (size - 1) / 2;
                assertEquals(ITERATIONS * (size * (i % 7) + ranks), weights[i], "element " + i);
                assertTrue(weights[i] >= before[i]);
              }
            }
          });
    }
  }

  /** When a worker begins an iteration no other has been answered S more of them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldLetNobodyGoFartherAheadThanAllowed(int slack) {
    for (int size : new int[] {2, 3, 5}) {
      AtomicIntegerArray answered = new AtomicIntegerArray(size);
      LocalCluster.run(
          size,
          comm -> {
            SplittableRandom random = new SplittableRandom(comm.rank());
            float[] weights = new float[7];
            try (ParameterServer server =
                new ParameterServer(comm, weights, Consistency.ssp(slack))) {
              for (int t = 0; t < ITERATIONS; t++) {
                if (random.nextInt(4) == 0) {
                  LockSupport.parkNanos(200_000L * (comm.rank() + 1));
                }
                for (int other = 0; other < size; other++) {
                  int ahead = answered.get(other) - t;
                  assertTrue(ahead <= slack, "ahead by " + ahead + ", allowed " + slack);
                }
                weights[t % 7]++;
                server.exchange(weights);
                answered.incrementAndGet(comm.rank());
              }
              comm.barrier();
            }
          });
    }
  }

  /** One does not begin before the others have done all they may do without it. */
  @ParameterizedTest
  @CsvSource({"ssp:3, 3", "asp, 25"})
  void shouldNotWaitForWhoComputes(String consistency, int steps) {
    CountDownLatch done = new CountDownLatch(2);
    LocalCluster.run(
        3,
        comm -> {
          float[] weights = new float[10];
          try (ParameterServer server =
              new ParameterServer(comm, weights, Consistency.parse(consistency))) {
            if (comm.rank() == 1) {
              done.await(); // and its part is kept all the same
            }
            for (int t = 0; t < steps; t++) {
              weights[5] += 1;
              server.exchange(weights);
            }
            done.countDown();
            comm.barrier();
          }
        });
    assertEquals(0, done.getCount());
  }

  @Test
  void shouldSendEachPartThereAndBack() {
    for (int size : new int[] {2, 3, 4, 8}) {
      LocalCluster.run(
          size,
          comm -> {
            float[] weights = new float[24 * 7];
            long before = comm.bytesSent();
            try (ParameterServer server = new ParameterServer(comm, weights, Consistency.ASP)) {
              for (int t = 0; t < 3; t++) {
                server.exchange(weights);
              }
              comm.barrier();
            }
            long each = 2L * (size - 1) * (weights.length / size) * Float.BYTES;
            assertEquals(3 * each, comm.bytesSent() - before);
          });
    }
  }

  @Test
  void shouldEndWithWhoIsLost() {
    for (int size : new int[] {2, 3, 5}) {
      IllegalStateException reason =
          assertThrows(
              IllegalStateException.class,
              () ->
                  LocalCluster.run(
                      size,
                      comm -> {
                        float[] weights = new float[size];
                        ParameterServer server =
                            new ParameterServer(comm, weights, Consistency.ASP);
                        for (int t = 0; t < 1_000_000; t++) {
                          if (t == 5 && comm.rank() == 1) {
                            throw new IllegalStateException("disk full");
                          }
                          weights[0]++;
                          float before = weights[0];
                          try {
                            server.exchange(weights);
                          } catch (CollectiveException e) {
                            assertEquals(1, e.failedRank());
                            assertEquals(before, weights[0]);
                            return;
                          }
                        }
                        throw new AssertionError("nobody was lost");
                      }));
      assertEquals("disk full", reason.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:0", "notify-ack", "barrier-only"})
  void shouldLeaveThoseInStepToCollectives(String consistency) {
    LocalCluster.run(
        1,
        comm ->
            assertThrows(
                IllegalArgumentException.class,
                () -> new ParameterServer(comm, new float[1], Consistency.parse(consistency))));
  }
}
