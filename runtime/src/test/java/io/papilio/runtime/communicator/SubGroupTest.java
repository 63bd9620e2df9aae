package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Reference.Case;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Communicators of some of the ranks, and several at once. */
@Timeout(60)
class SubGroupTest {
  private static final Case SUM = Reference.cases(ElementType.INT).get(0);

  private static boolean contains(int[] ranks, int rank) {
    return Arrays.stream(ranks).anyMatch(r -> r == rank);
  }

  /** Reduces over a group, as if its ranks were all there are. */
  private static void use(Communicator group, int length) {
    Slice values = Reference.input(SUM, ElementType.INT, length, group.rank());
    group.allReduce(values, Reduction.SUM);
    Reference.check(SUM, values, group.size(), 0, length);
    int root = length % group.size();
    Slice told = Reference.input(SUM, ElementType.INT, length, group.rank());
    group.broadcast(told, root);
    for (int i = 0; i < length; i++) {
      assertEquals((int) Reference.value(Reduction.SUM, root, i), told.ints()[i]);
    }
    group.barrier();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8, 9})
  void shouldWorkInDisjointGroups(int size) {
    LocalCluster.run(
        size,
        comm -> {
          int[] own =
              IntStream.range(0, size).filter(rank -> rank % 2 == comm.rank() % 2).toArray();
          try (Communicator half = comm.subGroup(own)) {
            assertEquals(own.length, half.size());
            assertEquals(comm.rank() / 2, half.rank());
            for (int i = 0; i < 20; i++) {
              use(half, 3 * i);
              use(comm, 2 * i);
            }
          }
          use(comm, 10);
        });
  }

  /**
   * What a rank sends and waits for in a group is its own, before the group is closed and after.
   */
  @Test
  void shouldCountTheBytesOfGroups() {
    LocalCluster.run(
        3,
        comm -> {
          long before = comm.bytesSent();
          if (comm.rank() < 2) {
            Communicator pair = comm.subGroup(0, 1);
            pair.allReduce(new float[1000], Reduction.SUM);
            long sent = pair.bytesSent();
            assertTrue(sent >= 1000 * Float.BYTES, "bytes sent: " + sent);
            assertEquals(before + sent, comm.bytesSent());
            assertEquals(pair.blockedNanos(), comm.blockedNanos());
            long blocked = comm.blockedNanos();
            pair.close();
            pair.close(); // again, which counts nothing twice
            assertEquals(before + sent, comm.bytesSent());
            assertEquals(blocked, comm.blockedNanos());
          } else {
            assertEquals(before, comm.bytesSent());
          }
        });
  }

  @Test
  void shouldWorkInOverlappingGroups() {
    int[][] groups = {{0, 1}, {1, 2, 3}, {0, 3}, {0, 1, 2, 3}, {2, 0}, {1, 2, 3}};
    LocalCluster.run(
        4,
        comm -> {
          List<Communicator> own = new ArrayList<>();
          for (int[] group : groups) { // each rank calls only for groups that it is in
            if (contains(group, comm.rank())) {
              own.add(comm.subGroup(group));
            }
          }
          for (int i = 0; i < 20; i++) {
            for (Communicator group : own) {
              use(group, i);
            }
          }
          use(comm, 5);
          own.forEach(Communicator::close);
        });
  }

  @Test
  void shouldTakeRanksInTheOrderGiven() {
    int[] order = {3, 0, 4, 1};
    LocalCluster.run(
        5,
        comm -> {
          if (contains(order, comm.rank())) {
            Communicator turned = comm.subGroup(order);
            assertEquals(comm.rank(), order[turned.rank()]);
            int[] root = {comm.rank() * 10};
            turned.broadcast(Slice.of(root), 2);
            assertEquals(40, root[0]);
            use(turned, 31);
          }
          comm.barrier();
        });
  }

  @Test
  void shouldNest() {
    LocalCluster.run(
        8,
        comm -> {
          Communicator current = comm;
          while (current.size() > 1) {
            int half = current.size() / 2;
            int first = current.rank() < half ? 0 : half;
            current = current.subGroup(IntStream.range(first, first + half).toArray());
            use(current, 13);
          }
          use(comm, 13);
        });
  }

  @Test
  void shouldKeepTheSameRanksInTwoGroupsApart() {
    LocalCluster.run(
        3,
        comm -> {
          Communicator one = comm.subGroup(0, 1, 2);
          Communicator other = comm.subGroup(0, 1, 2);
          int[] a = {comm.rank()};
          int[] b = {10 * comm.rank()};
          boolean first = comm.rank() == 1; // in another order than the other ranks
          List<CompletableFuture<Void>> futures =
              first ? List.of(sum(one, a), sum(other, b)) : List.of(sum(other, b), sum(one, a));
          futures.forEach(CompletableFuture::join);
          assertEquals(3, a[0]);
          assertEquals(30, b[0]);
        });
  }

  private static CompletableFuture<Void> sum(Communicator comm, int[] values) {
    return comm.allReduceAsync(Slice.of(values), Reduction.SUM);
  }

  /** Several threads of each rank, each with a group of its own, all on one node. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldServeSeveralThreads(int size) {
    int threads = 3;
    LocalCluster.run(
        size,
        comm -> {
          ExecutorService pool = Executors.newFixedThreadPool(threads);
          List<Future<?>> ends = new ArrayList<>();
          for (int i = 0; i < threads; i++) {
            Communicator own = comm.subGroup(IntStream.range(0, size).toArray());
            ends.add(pool.submit(() -> useOften(own, 300)));
          }
          useOften(comm, 300);
          for (Future<?> end : ends) {
            end.get();
          }
          pool.shutdown();
        });
  }

  private static void useOften(Communicator comm, int times) {
    for (int i = 0; i < times; i++) {
      use(comm, i % 30);
    }
  }

  /** A thread of its own for each, begun anew: who waits first, and who leaves first, varies. */
  @Test
  void shouldServeThreadsThatComeAndGo() {
    for (int repeat = 0; repeat < 200; repeat++) {
      LocalCluster.run(
          2,
          comm -> {
            Communicator other = comm.subGroup(1, 0);
            Thread beside = new Thread(() -> use(other, 3), "beside");
            beside.start();
            use(comm, 4);
            beside.join();
          });
    }
  }

  @Test
  void shouldFailWhereAMemberIsGoneAndWorkElsewhere() {
    LocalCluster.run(
        4,
        comm -> {
          Communicator left = comm.rank() < 2 ? comm.subGroup(0, 1) : comm.subGroup(2, 3);
          if (comm.rank() == 1) {
            left.close();
          } else if (comm.rank() == 0) {
            CollectiveException e = assertThrows(CollectiveException.class, () -> use(left, 5));
            assertEquals(1, e.failedRank());
          } else {
            use(left, 5);
          }
          use(comm, 5);
        });
  }

  @Test
  void shouldEndWhatIsUnderWayInAGroupWhenItsParentIsClosed() {
    CountDownLatch closed = new CountDownLatch(1);
    LocalCluster.run(
        2,
        comm -> {
          Communicator group = comm.subGroup(0, 1);
          Slice values = Slice.of(new float[3]);
          if (comm.rank() == 0) {
            CompletableFuture<Void> future = group.allReduceAsync(values, Reduction.SUM);
            comm.close();
            Throwable cause =
                assertThrows(ExecutionException.class, () -> future.get(20, TimeUnit.SECONDS))
                    .getCause();
            assertEquals(0, ((CollectiveException) cause).failedRank());
            closed.countDown();
          } else {
            closed.await();
            CollectiveException e =
                assertThrows(
                    CollectiveException.class, () -> group.allReduce(values, Reduction.SUM));
            assertEquals(0, e.failedRank());
          }
        });
  }
}
