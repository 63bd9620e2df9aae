package io.papilio.runtime.broadcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Chain;
import io.papilio.core.topology.Complete;
import io.papilio.core.topology.Ring;
import io.papilio.core.topology.Topologies;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class UpdateBroadcastTest {
  private static final int ITERATIONS = 24;
  private static final int[] SIZES = {1, 2, 3, 5, 8};
  private static final String ALL = "complete, ring, tree, halton, expander, butterfly, star";
  private static final long AMPLE = 1 << 20;

  private static UpdateBroadcast broadcast(
      Communicator communicator, String topology, String consistency) {
    return broadcast(communicator, topology, consistency, AMPLE);
  }

  private static UpdateBroadcast broadcast(
      Communicator communicator, String topology, String consistency, long capacityBytes) {
    return new UpdateBroadcast(
        communicator, Topologies.named(topology), Consistency.parse(consistency), capacityBytes);
  }

  /** All iterations of all ranks; what each has got. */
  private static List<Updates> run(String topology, String consistency, int size, long capacity) {
    int slack = slack(consistency);
    List<Updates> all = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      all.add(new Updates(rank, 1));
    }
    AtomicIntegerArray sends = new AtomicIntegerArray(size);
    AtomicLong bytes = new AtomicLong();
    LocalCluster.run(
        size,
        communicator -> {
          int rank = communicator.rank();
          Updates got = all.get(rank);
          try (UpdateBroadcast broadcast =
              broadcast(communicator, topology, consistency, capacity)) {
            for (int i = 0; i < ITERATIONS; i++) {
              got.before(i);
              if (capacity < AMPLE && slack > 0) {
                got.inAnyOrder();
              }
              broadcast.receive(i, got);
              got.checkHas(i - slack, size);
              for (int other = 0; other < size; other++) {
                assertTrue(sends.get(other) >= i - slack, "began " + i + " ahead of " + other);
              }
              sends.incrementAndGet(rank);
              broadcast.send(Updates.of(rank, i, 1));
            }
            broadcast.drain(got.before(ITERATIONS));
            got.checkHas(ITERATIONS, size);
            assertEquals(ITERATIONS * (size - 1), got.sequence().size());
            assertEquals(broadcast.bytesSent(), communicator.bytesSent());
            bytes.addAndGet(broadcast.bytesSent());
          }
        });
    long once = 0;
    for (int rank = 0; rank < size; rank++) {
      once += Updates.bytes(rank, ITERATIONS, 1);
    }
    assertEquals((size - 1) * once, bytes.get(), "bytes, each update to each other rank once");
    return all;
  }

  private static int slack(String consistency) {
    return Consistency.parse(consistency).slack();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:0", "ssp:1", "ssp:5", "asp"})
  void shouldBringEveryUpdateToEverybodyOnceAndInOrder(String consistency) {
    for (String topology : ALL.split(", ")) {
      for (int size : SIZES) {
        run(topology, consistency, size, AMPLE);
      }
    }
  }

  /** A share is smaller than any update, or has room for two or three. */
  @ParameterizedTest
  @CsvSource({"bsp, 1", "ssp:1, 1", "ssp:5, 1", "asp, 1", "ssp:5, 2500", "asp, 2500"})
  void shouldNotLockUpWithLittleRoom(String consistency, long capacity) {
    for (String topology : ALL.split(", ")) {
      for (int size : SIZES) {
        run(topology, consistency, size, capacity);
      }
    }
  }

  @Test
  void shouldGiveTheSameSequenceUnderBspAndNoStaleness() {
    for (String topology : ALL.split(", ")) {
      for (long capacity : new long[] {1, AMPLE}) {
        List<Updates> bsp = run(topology, "bsp", 5, AMPLE);
        List<Updates> ssp = run(topology, "ssp:0", 5, capacity);
        for (int rank = 0; rank < 5; rank++) {
          assertEquals(bsp.get(rank).sequence(), ssp.get(rank).sequence(), topology);
        }
      }
    }
  }

  @Test
  void shouldSendExactlyWhatTheCompleteGraphNeeds() {
    LocalCluster.run(
        5,
        communicator -> {
          UpdateBroadcast broadcast = broadcast(communicator, "complete", "bsp");
          for (int i = 0; i < 3; i++) {
            broadcast.send(ByteBuffer.allocate(28));
            broadcast.receive(i + 1, (origin, iteration, bytes) -> {});
            assertEquals((i + 1) * 4 * 28, broadcast.bytesSent());
          }
          broadcast.drain((origin, iteration, bytes) -> {});
        });
  }

  /** Who has ended is not waited for, and gets what the others still send. */
  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:1", "asp"})
  void shouldGoOnWithoutThoseWhoHaveEnded(String consistency) {
    LocalCluster.run(
        4,
        communicator -> {
          int rank = communicator.rank();
          Updates got = new Updates(rank, 1);
          UpdateBroadcast broadcast = broadcast(communicator, "ring", consistency, 1);
          for (int i = 0; i < 3 + 5 * rank; i++) {
            got.before(i).inAnyOrder();
            broadcast.receive(i, got);
            broadcast.send(Updates.of(rank, i, 1));
          }
          broadcast.drain(got.before(Integer.MAX_VALUE));
          assertEquals(3 + 8 + 13 + 18 - (3 + 5 * rank), got.sequence().size());
        });
  }

  @Test
  void shouldKeepBroadcastsApart() {
    LocalCluster.run(
        3,
        communicator -> {
          int rank = communicator.rank();
          UpdateBroadcast one = broadcast(communicator, "ring", "asp");
          UpdateBroadcast other = broadcast(communicator, "complete", "bsp");
          Updates ofOne = new Updates(rank, 1);
          Updates ofOther = new Updates(rank, 2);
          for (int i = 0; i < ITERATIONS; i++) {
            one.send(Updates.of(rank, i, 1));
            other.send(Updates.of(rank, i, 2));
            one.receive(i + 1, ofOne.before(i + 1));
            other.receive(i + 1, ofOther.before(i + 1));
          }
          other.drain(ofOther);
          one.drain(ofOne.before(ITERATIONS));
          ofOne.checkHas(ITERATIONS, 3);
          ofOther.checkHas(ITERATIONS, 3);
        });
  }

  @Test
  void shouldRefuseWhatItCannotDo() {
    LocalCluster.run(
        2,
        communicator -> {
          var e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> broadcast(communicator, "ring", "notify-ack"));
          assertTrue(e.getMessage().endsWith("not under notify-ack"), e.getMessage());
          assertThrows(
              IllegalArgumentException.class,
              () -> new UpdateBroadcast(communicator, new Chain(), Consistency.BSP, 1));
          assertThrows(
              IllegalArgumentException.class,
              () -> new UpdateBroadcast(communicator, new Ring(), Consistency.BSP, 0));
        });
  }

  @Test
  void shouldRefuseCallsOutOfTurn() {
    LocalCluster.run(
        1,
        communicator -> {
          Updates none = new Updates(0, 1);
          UpdateBroadcast broadcast = broadcast(communicator, "ring", "bsp");
          assertThrows(IllegalStateException.class, () -> broadcast.receive(1, none));
          broadcast.receive(0, none);
          broadcast.send(ByteBuffer.allocate(0));
          assertThrows(IllegalStateException.class, () -> broadcast.send(ByteBuffer.allocate(0)));
          broadcast.receive(0, none);
          broadcast.receive(1, none);
          assertThrows(IllegalStateException.class, () -> broadcast.receive(0, none));
          broadcast.drain(none);
          broadcast.drain(none);
          assertThrows(IllegalStateException.class, () -> broadcast.send(ByteBuffer.allocate(0)));
          assertThrows(IllegalStateException.class, () -> broadcast.receive(1, none));
          broadcast.close();
          assertThrows(IllegalStateException.class, () -> broadcast.drain(none));
        });
  }

  @Test
  void shouldNoticeThatRanksDisagreeAboutTheTopology() {
    CountDownLatch allHaveFailed = new CountDownLatch(3);
    LocalCluster.run(
        3,
        communicator -> {
          String topology = communicator.rank() == 0 ? "ring" : "complete";
          UpdateBroadcast broadcast = broadcast(communicator, topology, "bsp");
          var e =
              assertThrows(
                  CollectiveException.class,
                  () -> {
                    for (int i = 0; i < ITERATIONS; i++) {
                      broadcast.send(ByteBuffer.allocate(4));
                      broadcast.receive(i + 1, (origin, iteration, bytes) -> {});
                    }
                  });
          assertTrue(e.getMessage().contains("topologies differ"), e.getMessage());
          allHaveFailed.countDown();
          assertTrue(allHaveFailed.await(30, TimeUnit.SECONDS));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:2", "asp"})
  void shouldFailOnAllRanksWhenOneLeavesEarly(String consistency) {
    for (boolean closesBroadcastOnly : new boolean[] {false, true}) {
      CountDownLatch allHaveFailed = new CountDownLatch(2);
      List<CollectiveException> seen = Collections.synchronizedList(new ArrayList<>());
      LocalCluster.run(
          3,
          communicator -> {
            int rank = communicator.rank();
            Updates got = new Updates(rank, 1);
            UpdateBroadcast broadcast = broadcast(communicator, "complete", consistency, 1);
            if (rank == 1) {
              broadcast.send(Updates.of(rank, 0, 1));
              broadcast.close();
              if (closesBroadcastOnly) {
                assertTrue(allHaveFailed.await(30, TimeUnit.SECONDS));
              }
              return;
            }
            seen.add(
                assertThrows(
                    CollectiveException.class,
                    () -> {
                      for (int i = 0; i < ITERATIONS; i++) {
                        broadcast.send(Updates.of(rank, i, 1));
                        got.before(i + 1).inAnyOrder();
                        broadcast.receive(i + 1, got);
                      }
                    }));
            allHaveFailed.countDown();
            assertTrue(allHaveFailed.await(30, TimeUnit.SECONDS)); // nobody else leaves before
          });
      assertEquals(2, seen.size());
      for (CollectiveException each : seen) {
        assertEquals(1, each.failedRank(), consistency + ": " + each);
      }
    }
  }

  @Test
  void shouldTellEverybodyOfAnErrorInAReceiver() {
    List<RuntimeException> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch allHaveSeen = new CountDownLatch(3);
    LocalCluster.run(
        3,
        communicator -> {
          UpdateBroadcast broadcast = broadcast(communicator, "ring", "ssp:1");
          seen.add(
              assertThrows(
                  RuntimeException.class,
                  () -> {
                    for (int i = 0; i < ITERATIONS; i++) {
                      broadcast.send(ByteBuffer.allocate(4));
                      broadcast.receive(
                          i + 1,
                          (origin, iteration, bytes) -> {
                            if (communicator.rank() == 2 && iteration == 4) {
                              throw new ArithmeticException("NaN in row 17");
                            }
                          });
                    }
                  }));
          allHaveSeen.countDown();
          assertTrue(allHaveSeen.await(30, TimeUnit.SECONDS));
        });
    assertEquals(3, seen.size());
    for (RuntimeException each : seen) {
      assertTrue(each.getMessage().contains("NaN in row 17"), each.getMessage());
      if (each instanceof CollectiveException failure) {
        assertEquals(2, failure.failedRank());
      }
    }
  }

  @Test
  void shouldBeginAnewAfterShrinking() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3);
        Communicator first = cluster.communicator(0);
        Communicator second = cluster.communicator(1)) {
      UpdateBroadcast broken = broadcast(first, "ring", "bsp");
      broken.send(ByteBuffer.allocate(4));
      cluster.lose(2, new IllegalStateException("lost"));
      Updates none = new Updates(0, 1);
      var e = assertThrows(CollectiveException.class, () -> broken.receive(1, none));
      assertEquals(2, e.failedRank());
      assertThrows(CollectiveException.class, () -> broken.drain(none));
      CompletableFuture<Communicator> both = first.shrinkAsync();
      try (Communicator newSecond = second.shrinkAsync().get(10, TimeUnit.SECONDS);
          Communicator newFirst = both.get(10, TimeUnit.SECONDS)) {
        List<CompletableFuture<Void>> drained = new ArrayList<>();
        for (Communicator each : List.of(newFirst, newSecond)) {
          assertEquals(2, each.size());
          UpdateBroadcast broadcast = new UpdateBroadcast(each, new Complete(), Consistency.BSP, 1);
          broadcast.send(Updates.of(each.rank(), 0, 1));
          drained.add(broadcast.drainAsync(new Updates(each.rank(), 1)));
        }
        for (CompletableFuture<Void> each : drained) {
          each.get(10, TimeUnit.SECONDS);
        }
      }
    }
  }
}
