package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.MixedRadix;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Rerooted;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Reference.Case;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives among threads: what they compute, and what they leave alone. */
@Timeout(60)
class CommunicatorTest {

  static IntStream sizes() {
    return IntStream.of(1, 2, 3, 4, 5, 7, 8, 9, 17);
  }

  private static int[] lengths(int size) {
    return new int[] {0, 1, size - 1, size + 1, 257};
  }

  private static void forAll(int size, Consumer3 test) {
    for (ElementType type : Reference.TYPES) {
      for (Case reduction : Reference.cases(type)) {
        for (int length : lengths(size)) {
          test.accept(type, reduction, length);
        }
      }
    }
  }

  private interface Consumer3 {
    void accept(ElementType type, Case reduction, int length);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldReduceForAll(int size) {
    LocalCluster.run(
        size,
        comm ->
            forAll(
                size,
                (type, of, length) -> {
                  Slice values = Reference.input(of, type, length, comm.rank());
                  comm.allReduce(values, of.reduction());
                  Reference.check(of, values, size, 0, length);
                }));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldReduceForAllByEveryAlgorithm(int size) {
    List<Algorithm> algorithms = Algorithms.of(Collective.Kind.ALL_REDUCE);
    LocalCluster.run(
        size,
        comm -> {
          for (Algorithm algorithm : algorithms) {
            for (ElementType type : Reference.TYPES) {
              for (Case of : Reference.cases(type)) {
                for (int length : new int[] {0, 1, size, 101}) {
                  Slice values = Reference.input(of, type, length, comm.rank());
                  comm.allReduce(values, of.reduction(), algorithm);
                  Reference.check(of, values, size, 0, length);
                }
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldReduceForOne(int size) {
    LocalCluster.run(
        size,
        comm ->
            forAll(
                size,
                (type, of, length) -> {
                  int root = (length + type.ordinal()) % size;
                  Slice values = Reference.input(of, type, length, comm.rank());
                  comm.reduce(values, of.reduction(), root);
                  Reference.check(of, values, size, 0, comm.rank() == root ? length : 0);
                }));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldReduceToParts(int size) {
    LocalCluster.run(
        size,
        comm ->
            forAll(
                size,
                (type, of, length) -> {
                  Slice values = Reference.input(of, type, length, comm.rank());
                  comm.reduceScatter(values, of.reduction());
                  Range part = comm.part(length);
                  assertEquals(Range.part(length, size, comm.rank()), part);
                  Reference.check(of, values, size, part.from(), part.to());
                }));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldGatherAndBroadcastEveryType(int size) {
    LocalCluster.run(
        size,
        comm -> {
          for (ElementType type : ElementType.values()) {
            for (int length : lengths(size)) {
              Slice gathered = Slice.allocate(type, length);
              Range own = comm.part(length);
              for (int i = own.from(); i < own.to(); i++) {
                Values.set(gathered, i, Values.at(5, i));
              }
              comm.allGather(gathered);
              Values.assertAre(5, gathered);

              int root = (length + type.ordinal()) % size;
              Slice told = Values.of(type, length, comm.rank());
              comm.broadcast(told, root);
              Values.assertAre(root, told);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldLetNobodyPassABarrierAlone(int size) {
    AtomicInteger arrived = new AtomicInteger();
    LocalCluster.run(
        size,
        comm -> {
          for (int round = 1; round <= 50; round++) {
            arrived.incrementAndGet();
            if (round % 2 == 0) {
              comm.barrier();
            } else {
              comm.barrierAsync().join();
            }
            assertTrue(arrived.get() >= round * size, "round " + round + ": " + arrived);
          }
        });
    assertEquals(50 * size, arrived.get());
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldGiveAllTheSameBits(int size) {
    int length = 1013;
    for (Algorithm algorithm : Algorithms.of(Collective.Kind.ALL_REDUCE)) {
      float[][] floats = new float[size][length];
      double[][] doubles = new double[size][length];
      LocalCluster.run(
          size,
          comm -> {
            Random random = new Random(comm.rank());
            for (int i = 0; i < length; i++) { // of very different sizes, so that order matters
              doubles[comm.rank()][i] = random.nextGaussian() * Math.pow(10, random.nextInt(9));
              floats[comm.rank()][i] = (float) doubles[comm.rank()][i];
            }
            comm.allReduce(Slice.of(floats[comm.rank()]), Reduction.SUM, algorithm);
            comm.allReduce(Slice.of(doubles[comm.rank()]), Reduction.MEAN, algorithm);
          });
      for (int rank = 1; rank < size; rank++) {
        assertArrayEquals(floats[0], floats[rank], algorithm.name());
        assertArrayEquals(doubles[0], doubles[rank], algorithm.name());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldReduceSingleNumbers(int size) {
    LocalCluster.run(
        size,
        comm -> {
          int rank = comm.rank();
          assertEquals(size - 1, comm.allReduce(rank, Reduction.MAX));
          assertEquals(Long.MIN_VALUE, comm.allReduce(Long.MIN_VALUE + rank, Reduction.MIN));
          assertEquals(size * (size - 1) / 4.0, comm.allReduce(rank / 2.0, Reduction.SUM));
          float[] chosen = {rank};
          comm.allReduce(chosen, Reduction.MEAN, Optional.of(new Ring()));
          float[] left = {rank};
          comm.allReduce(left, Reduction.MEAN, Optional.empty());
          assertArrayEquals(chosen, left, 1e-6f);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldReduceLongVectors(int size) {
    int length = 100_003; // several segments of the tree
    LocalCluster.run(
        size,
        comm -> {
          for (Algorithm algorithm : Algorithms.of(Collective.Kind.ALL_REDUCE)) {
            Case sum = Reference.cases(ElementType.FLOAT).get(0);
            Slice values = Reference.input(sum, ElementType.FLOAT, length, comm.rank());
            comm.allReduce(values, Reduction.SUM, algorithm);
            Reference.check(sum, values, size, 0, length);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldLeaveTheRestOfAnArrayAlone(int size) {
    LocalCluster.run(
        size,
        comm -> {
          Case sum = Reference.cases(ElementType.INT).get(0);
          for (int from : new int[] {0, 1, 50}) {
            for (int length : lengths(size)) {
              Slice all = Values.of(ElementType.INT, 400, comm.rank());
              Slice part = all.slice(from, from + length);
              for (int kind = 0; kind < 5; kind++) {
                Reference.input(sum, ElementType.INT, length, comm.rank()).copyTo(part);
                byKind(comm, part, kind).join();
              }
              for (int i = 0; i < 400; i++) {
                if (i < from || i >= from + length) {
                  assertEquals(Values.at(comm.rank(), i), all.ints()[i], "element " + i);
                }
              }
            }
          }
        });
  }

  private static CompletableFuture<Void> byKind(Communicator comm, Slice values, int kind) {
    int root = comm.size() - 1;
    return switch (kind) {
      case 0 -> comm.allReduceAsync(values, Reduction.SUM);
      case 1 -> comm.reduceAsync(values, Reduction.SUM, root);
      case 2 -> comm.reduceScatterAsync(values, Reduction.SUM);
      case 3 -> comm.allGatherAsync(values);
      default -> comm.broadcastAsync(values, root);
    };
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldRunSeveralOperationsAtOnce(int size) {
    List<Algorithm> algorithms = Algorithms.of(Collective.Kind.ALL_REDUCE);
    int count = 60;
    LocalCluster.run(
        size,
        comm -> {
          List<Slice> values = new ArrayList<>();
          List<CompletableFuture<Void>> futures = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            ElementType type = Reference.TYPES.get(i % 4);
            Case of = Reference.cases(type).get(i % 5);
            Slice slice = Reference.input(of, type, 7 * i, comm.rank());
            values.add(slice);
            Algorithm algorithm = algorithms.get(i % algorithms.size());
            futures.add(comm.allReduceAsync(slice, of.reduction(), algorithm));
          }
          List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
          Collections.shuffle(order, new Random(comm.rank()));
          for (int i : order) {
            futures.get(i).join();
            Case of = Reference.cases(Reference.TYPES.get(i % 4)).get(i % 5);
            Reference.check(of, values.get(i), size, 0, 7 * i);
          }
        });
  }

  @Test
  void shouldRunBlockingCallsBesideAsynchronousOnes() {
    int size = 3;
    LocalCluster.run(
        size,
        comm -> {
          Case sum = Reference.cases(ElementType.LONG).get(0);
          for (int i = 0; i < 300; i++) {
            Slice one = Reference.input(sum, ElementType.LONG, i, comm.rank());
            Slice other = Reference.input(sum, ElementType.LONG, 100, comm.rank());
            CompletableFuture<Void> future = comm.allReduceAsync(one, Reduction.SUM);
            comm.allReduce(other, Reduction.SUM);
            Reference.check(sum, other, size, 0, 100);
            future.join();
            Reference.check(sum, one, size, 0, i);
          }
        });
  }

  /** A callback runs on a thread of the node's own, and may use the communicator too. */
  @Test
  void shouldLetACallbackCallAgain() {
    int size = 3;
    LocalCluster.run(
        size,
        comm -> {
          Case sum = Reference.cases(ElementType.INT).get(0);
          Slice first = Reference.input(sum, ElementType.INT, 10, comm.rank());
          Slice second = Reference.input(sum, ElementType.INT, 20, comm.rank());
          comm.allReduceAsync(first, Reduction.SUM)
              .thenRun(() -> comm.allReduce(second, Reduction.SUM))
              .get(20, TimeUnit.SECONDS);
          Reference.check(sum, first, size, 0, 10);
          Reference.check(sum, second, size, 0, 20);
        });
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void shouldCountTheBytesThatItsSchedulesSend(int size) {
    Selector selector = new Selector(LinkModel.inproc());
    LocalCluster.run(
        size,
        comm -> {
          long expected = 0;
          for (ElementType type : Reference.TYPES) {
            for (int length : lengths(size)) {
              Slice values = Slice.allocate(type, length);
              for (Algorithm algorithm : Algorithms.of(Collective.Kind.ALL_REDUCE)) {
                comm.allReduce(values, Reduction.SUM, algorithm);
                expected += bytes(algorithm, comm, values);
              }
              int root = length % size;
              comm.broadcast(values, root);
              Algorithm chosen =
                  selector.choose(Collective.Kind.BROADCAST, size, length, type.bytes());
              expected += bytes(new Rerooted(chosen, root), comm, values);
              comm.allGather(values);
              expected +=
                  bytes(
                      selector.choose(Collective.Kind.ALL_GATHER, size, length, type.bytes()),
                      comm,
                      values);
              comm.barrier();
              assertEquals(expected, comm.bytesSent());
            }
          }
        });
  }

  private static long bytes(Algorithm algorithm, Communicator comm, Slice values) {
    int length = values.length();
    return algorithm.schedule(comm.rank(), comm.size(), length).elementsSent()
        * values.type().bytes();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void shouldBearMistakesOfItsCaller(int size) {
    LocalCluster.run(
        size,
        comm -> {
          Slice floats = Values.of(ElementType.FLOAT, 12, 1);
          List<Consumer<Communicator>> mistakes =
              List.of(
                  c -> c.broadcast(floats, -1),
                  c -> c.broadcastAsync(floats, c.size()),
                  c -> c.reduce(floats, Reduction.SUM, c.size()),
                  c -> c.reduceAsync(floats, Reduction.SUM, Integer.MIN_VALUE),
                  c -> c.allReduce(new int[3], Reduction.MEAN),
                  c -> c.allReduce(new long[3], Reduction.MEAN),
                  c -> c.allReduce(Slice.of(new byte[3]), Reduction.SUM),
                  c -> c.reduceScatter(Slice.of(new byte[3]), Reduction.MAX),
                  c -> c.allReduce(new double[3], Reduction.ofFloats("own", (a, b) -> a)),
                  c -> c.allReduce(floats, Reduction.SUM, new Rerooted(broadcast(), 0)),
                  c -> c.allReduceAsync(floats, Reduction.SUM, broadcast()),
                  c -> c.allReduce(floats, Reduction.SUM, new MixedRadix(List.of(7, 11))),
                  c -> c.subGroup(c.rank(), c.size()),
                  c -> c.subGroup(c.rank(), -1),
                  c -> c.subGroup(c.rank(), c.rank()),
                  c -> c.subGroup());
          for (int i = 0; i < mistakes.size(); i++) {
            Consumer<Communicator> mistake = mistakes.get(i);
            if (i % size == comm.rank()) { // one rank alone
              assertThrows(
                  IllegalArgumentException.class, () -> mistake.accept(comm), "mistake " + i);
            }
            Case sum = Reference.cases(ElementType.FLOAT).get(0);
            Slice values = Reference.input(sum, ElementType.FLOAT, 9, comm.rank());
            comm.allReduce(values, Reduction.SUM, new Ring());
            Reference.check(sum, values, size, 0, 9);
          }
          Values.assertAre(1, floats);
        });
  }

  private static Algorithm broadcast() {
    return Algorithms.named(Collective.Kind.BROADCAST, "binomial");
  }

  @Test
  void shouldLeaveNoThreadBehind() throws InterruptedException {
    LocalCluster.run(
        4,
        comm -> {
          comm.barrier();
          comm.allReduceAsync(Slice.of(new int[] {comm.rank()}), Reduction.SUM).join();
          if (comm.rank() < 2) {
            comm.subGroup(0, 1).barrierAsync().join();
          }
        });
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("papilio-")) {
        thread.join(10_000);
        assertFalse(thread.isAlive(), thread + " still runs");
      }
    }
  }

  @Test
  void shouldKnowItsGroup() {
    LocalCluster.run(
        5,
        comm -> {
          assertEquals(5, comm.size());
          assertEquals(comm.group().rank(), comm.rank());
          assertEquals(comm.group().node(comm.rank()), comm.context().node().id());
          assertEquals(0, comm.group().epoch());
          assertEquals(0, comm.bytesSent());
        });
  }

  @Test
  void shouldNotBeStoppedByWhatCallbacksDo() throws Exception {
    try (LocalCluster cluster = new LocalCluster(2);
        Communicator first = cluster.communicator(0);
        Communicator second = cluster.communicator(1)) {
      CountDownLatch blocked = new CountDownLatch(1);
      first.barrierAsync().thenRun(() -> Thread.currentThread().interrupt());
      second.barrier();
      second.barrierAsync().thenRun(() -> awaitQuietly(blocked));
      first.barrierAsync().get(20, TimeUnit.SECONDS);
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Void> async = first.barrierAsync();
        second.barrier(); // though the thread that drives it is held by a callback
        async.get(20, TimeUnit.SECONDS);
      }
      blocked.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldGiveEachRankOnce() {
    try (LocalCluster cluster = new LocalCluster(2)) {
      cluster.run(comm -> comm.barrier());
      assertThrows(IllegalStateException.class, () -> cluster.run(comm -> comm.barrier()));
    }
  }

  /** Rank 0 comes late, so that rank 1 waits; rank 0 does not. */
  @Test
  void shouldCountTheTimeInCalls() {
    long late = 30_000_000;
    CountDownLatch first = new CountDownLatch(1);
    long[] blocked = new long[2];
    LocalCluster.run(
        2,
        comm -> {
          comm.barrier();
          long before = comm.blockedNanos();
          if (comm.rank() == 0) {
            first.await();
            long start = System.nanoTime();
            while (System.nanoTime() - start < late) {
              Thread.onSpinWait();
            }
          } else {
            first.countDown();
          }
          comm.barrier();
          blocked[comm.rank()] = comm.blockedNanos() - before;
        });
    assertTrue(blocked[1] > late / 2, blocked[1] + " ns");
    assertTrue(blocked[0] < blocked[1], blocked[0] + " ns");
  }
}
