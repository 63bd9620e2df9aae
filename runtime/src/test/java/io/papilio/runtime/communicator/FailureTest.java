package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.price.LinkModel;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.LocalCluster.RankTask;
import io.papilio.runtime.communicator.Reference.Case;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks hear when something goes wrong, and that they hear it soon. */
@Timeout(60)
class FailureTest {
  private static final Case SUM = Reference.cases(ElementType.INT).get(0);

  /** Asks early, so that tests are short; never gives up by itself. */
  private static final Settings SETTINGS =
      new Settings(Duration.ofMinutes(10), Duration.ofMillis(30), group -> LinkModel.inproc());

  private static void run(int size, RankTask task) {
    try (LocalCluster cluster = new LocalCluster(size, SETTINGS)) {
      cluster.run(task);
    }
  }

  private static void sum(Communicator comm) {
    Slice values = Reference.input(SUM, ElementType.INT, 40, comm.rank());
    comm.allReduce(values, Reduction.SUM);
    Reference.check(SUM, values, comm.size(), 0, 40);
  }

  /** Calls until it fails. */
  private static CollectiveException failure(Communicator comm) {
    return failure(comm, comm::barrier);
  }

  private static CollectiveException failure(Communicator comm, Runnable call) {
    for (int i = 0; i < 10_000; i++) {
      try {
        call.run();
      } catch (CollectiveException e) {
        return e;
      }
    }
    throw new AssertionError("rank " + comm.rank() + " never heard of it");
  }

  /** Runs a task that fails on one rank at least; whatever the others throw is thrown here. */
  private static Throwable runWithCulprits(int size, Set<Integer> culprits, RankTask task) {
    Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    RankTask observed =
        comm -> {
          try {
            task.run(comm);
          } catch (Throwable e) {
            if (!culprits.contains(comm.rank())) {
              errors.add(e);
            }
            throw e;
          }
        };
    Throwable thrown = assertThrows(Throwable.class, () -> run(size, observed));
    errors.forEach(error -> fail("a rank that should have borne it", error));
    return thrown;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8, 9})
  void shouldNameTheRankWhoseTaskThrew(int size) {
    int culprit = size / 2;
    List<Throwable> errors =
        List.of(new IllegalStateException("disk full"), new OutOfMemoryError("disk full"));
    for (Throwable error : errors) {
      long start = System.nanoTime();
      Throwable thrown =
          runWithCulprits(
              size,
              Set.of(culprit),
              comm -> {
                if (comm.rank() == culprit) {
                  sum(comm);
                  throwIt(error);
                }
                CollectiveException e = failure(comm, () -> sum(comm));
                assertEquals(culprit, e.failedRank());
                assertTrue(e.getMessage().contains("disk full"), e.getMessage());
                assertTrue(e.getMessage().contains("rank " + culprit), e.getMessage());
                assertThrows(CollectiveException.class, comm::barrier);
              });
      assertSame(error, thrown);
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20));
    }
  }

  private static void throwIt(Throwable error) {
    if (error instanceof Error e) {
      throw e;
    }
    throw (RuntimeException) error;
  }

  @Test
  void shouldFailEverythingUnderWay() {
    runWithCulprits(
        3,
        Set.of(1),
        comm -> {
          Communicator all = comm.subGroup(2, 1, 0);
          if (comm.rank() == 1) {
            throw new IllegalStateException("no more");
          }
          List<CompletableFuture<Void>> futures =
              List.of(
                  comm.allReduceAsync(Slice.of(new float[100]), Reduction.SUM),
                  comm.barrierAsync(),
                  all.broadcastAsync(Slice.of(new long[9]), 1),
                  all.allGatherAsync(Slice.of(new byte[9])));
          for (CompletableFuture<Void> future : futures) {
            Throwable cause = assertThrows(CompletionException.class, future::join).getCause();
            assertEquals(1, ((CollectiveException) cause).failedRank());
          }
        });
  }

  /** Its peers may be on their way to a new group, and would never come. */
  @Test
  void shouldFailInASubGroupWithoutTheCulpritToo() {
    CountDownLatch waiting = new CountDownLatch(1);
    runWithCulprits(
        3,
        Set.of(2),
        comm -> {
          if (comm.rank() == 2) {
            assertTrue(waiting.await(20, TimeUnit.SECONDS));
            throw new IllegalStateException("no more");
          }
          Communicator two = comm.subGroup(0, 1);
          if (comm.rank() == 0) {
            CompletableFuture<Void> future = two.barrierAsync();
            waiting.countDown();
            Throwable cause = assertThrows(CompletionException.class, future::join).getCause();
            assertEquals(-1, ((CollectiveException) cause).failedRank());
            assertTrue(cause.getMessage().contains("rank 2"), cause.getMessage());
            assertTrue(cause.getMessage().contains("no more"), cause.getMessage());
          }
          assertEquals(2, failure(comm).failedRank());
          Communicator next = comm.shrink();
          sum(next);
          next.close();
        });
  }

  /** What ranks may get wrong together: rank 0 does one thing, all others another. */
  static List<List<Consumer<Communicator>>> mismatches() {
    Slice floats = Slice.of(new float[10]);
    Slice doubles = Slice.of(new double[10]);
    Reduction own = Reduction.ofFloats("own", Math::max);
    return List.of(
        List.of(c -> c.allReduce(floats, Reduction.SUM), Communicator::barrier),
        List.of(c -> c.allReduce(floats, Reduction.SUM), c -> c.allGather(floats)),
        List.of(c -> c.reduceScatter(floats, Reduction.SUM), c -> c.allGather(floats)),
        List.of(
            c -> c.allReduce(floats, Reduction.SUM),
            c -> c.allReduce(floats.slice(0, 9), Reduction.SUM)),
        List.of(
            c -> c.allReduce(floats, Reduction.SUM),
            c -> c.allReduce(floats.slice(0, 0), Reduction.SUM)),
        List.of(c -> c.allReduce(floats, Reduction.SUM), c -> c.allReduce(doubles, Reduction.SUM)),
        List.of(c -> c.allReduce(floats, Reduction.SUM), c -> c.allReduce(floats, Reduction.MEAN)),
        List.of(c -> c.allReduce(floats, Reduction.MAX), c -> c.allReduce(floats, own)),
        List.of(
            c -> c.allReduce(floats, Reduction.SUM, new Ring()),
            c -> c.allReduce(floats, Reduction.SUM, new Butterfly())),
        List.of(c -> c.broadcast(floats, 0), c -> c.broadcast(floats, 1)), // all send
        List.of(c -> c.broadcast(floats, 1), c -> c.broadcast(floats, 0)), // all receive
        List.of(c -> c.reduce(floats, Reduction.SUM, 0), c -> c.reduce(floats, Reduction.SUM, 1)),
        List.of(c -> c.reduce(floats, Reduction.SUM, 1), c -> c.reduce(floats, Reduction.SUM, 0)),
        List.of(c -> c.broadcast(floats, 1), c -> c.reduce(floats, Reduction.SUM, 1)));
  }

  @ParameterizedTest
  @MethodSource("mismatches")
  void shouldTellAllWhenTheyDoDifferentThings(List<Consumer<Communicator>> calls) {
    for (int size : new int[] {2, 3, 5}) {
      for (int odd = 0; odd < size; odd += 2) {
        int different = odd;
        run(
            size,
            comm -> {
              Consumer<Communicator> own = calls.get(comm.rank() == different ? 0 : 1);
              Throwable thrown = thrown(() -> own.accept(comm));
              if (thrown == null) { // its part may have been done before anybody noticed
                thrown = failure(comm);
              }
              CollectiveException e = (CollectiveException) thrown;
              assertTrue(e.failedRank() >= 0 && e.failedRank() < size, e.getMessage());
              assertTrue(e.getMessage().contains("about operation 0, which there"), e.getMessage());
              assertThrows(CollectiveException.class, comm::barrier);
            });
      }
    }
  }

  private static Throwable thrown(Runnable action) {
    try {
      action.run();
      return null;
    } catch (CollectiveException e) {
      return e;
    }
  }

  @Test
  void shouldTellWhenCallsAreInADifferentOrder() {
    run(
        2,
        comm -> {
          Slice one = Slice.of(new int[5]);
          Slice other = Slice.of(new int[6]);
          boolean first = comm.rank() == 0;
          CompletableFuture<Void> a = comm.allReduceAsync(first ? one : other, Reduction.SUM);
          CompletableFuture<Void> b = comm.allReduceAsync(first ? other : one, Reduction.SUM);
          assertThrows(CompletionException.class, a::join);
          assertThrows(CompletionException.class, b::join);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8})
  void shouldNotHurtTheLastOperationOfOthersByLeaving(int size) {
    for (Algorithm algorithm : Algorithms.of(Collective.Kind.ALL_REDUCE)) {
      for (int repeat = 0; repeat < 10; repeat++) {
        LocalCluster.run(
            size,
            comm -> {
              Slice values = Reference.input(SUM, ElementType.INT, 23, comm.rank());
              comm.allReduce(values, Reduction.SUM, algorithm);
              comm.close();
              Reference.check(SUM, values, size, 0, 23);
            });
      }
    }
  }

  @Test
  void shouldNameTheRankThatLeft() {
    for (int leaver = 0; leaver < 4; leaver++) {
      int left = leaver;
      LocalCluster.run(
          4,
          comm -> {
            if (comm.rank() == left) {
              sum(comm);
            } else {
              CollectiveException e = failure(comm, () -> sum(comm));
              assertEquals(left, e.failedRank());
              assertTrue(e.getMessage().contains("left"), e.getMessage());
            }
          });
    }
  }

  @Test
  void shouldFailCallsAfterClosing() {
    LocalCluster.run(
        2,
        comm -> {
          sum(comm);
          comm.close();
          comm.close();
          CollectiveException e = assertThrows(CollectiveException.class, () -> sum(comm));
          assertEquals(comm.rank(), e.failedRank());
          assertThrows(
              CompletionException.class,
              () -> comm.allReduceAsync(Slice.of(new int[] {1}), Reduction.SUM).join());
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldFailForAllWhenAThreadIsInterrupted(boolean background) {
    CountDownLatch others = new CountDownLatch(2);
    run(
        3,
        comm -> {
          if (background) {
            comm.context().node().runInBackground();
          }
          if (comm.rank() == 1) {
            Thread.currentThread().interrupt();
            assertEquals(1, failure(comm).failedRank());
            assertTrue(Thread.interrupted(), "the interrupt was swallowed");
            assertThrows(CollectiveException.class, comm::barrier);
            assertTrue(others.await(20, TimeUnit.SECONDS));
          } else {
            CollectiveException e = failure(comm);
            assertEquals(1, e.failedRank());
            assertTrue(e.getMessage().contains("interrupted"), e.getMessage());
            others.countDown();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBlameTheRankWhoseReductionThrows(boolean error) {
    for (boolean async : new boolean[] {false, true}) {
      Reduction bad =
          Reduction.ofInts(
              "bad",
              (a, b) -> {
                if (error) {
                  throw new StackOverflowError("too deep");
                }
                throw new ArithmeticException("too deep");
              });
      run(
          2,
          comm -> {
            Slice values = Slice.of(new int[] {1, 2, 3});
            int root = 1;
            CompletableFuture<Void> future = comm.reduceAsync(values, bad, root);
            Throwable thrown =
                async
                    ? assertThrows(CompletionException.class, future::join).getCause()
                    : assertThrows(CollectiveException.class, () -> comm.context().await(future));
            assertEquals(root, ((CollectiveException) thrown).failedRank());
            assertTrue(thrown.getMessage().contains("too deep"), thrown.getMessage());
          });
    }
  }

  /** An algorithm of a user's own with a mistake in it. */
  private record Faulty(RuntimeException error) implements Algorithm {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public String summary() {
      return "Fails.";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      throw error;
    }
  }

  @Test
  void shouldHandBackTheErrorOfAnAlgorithm() {
    ArithmeticException error = new ArithmeticException("/ by zero");
    run(
        2,
        comm -> {
          Slice values = Slice.of(new int[] {1, 2, 3});
          assertSame(
              error,
              assertThrows(
                      CompletionException.class,
                      () ->
                          comm.allReduceAsync(values, Reduction.SUM, new Faulty(error))
                              .orTimeout(20, TimeUnit.SECONDS)
                              .join())
                  .getCause());
          assertSame(
              error,
              assertThrows(
                  ArithmeticException.class,
                  () -> comm.allReduce(values, Reduction.SUM, new Faulty(error))));
          sum(comm);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8, 9})
  void shouldGoOnWithoutTheFailed(int size) {
    List<Integer> culprits = size > 3 ? List.of(0, size - 2) : List.of(size - 1);
    runWithCulprits(
        size,
        Set.copyOf(culprits),
        comm -> {
          Communicator current = comm;
          for (int culprit : culprits) {
            if (comm.rank() == culprit) {
              sum(current);
              throw new ArithmeticException("on purpose");
            }
            Communicator broken = current;
            CollectiveException e = failure(broken, () -> sum(broken));
            assertEquals(culprit, comm.group().rankOf(named(broken, e)));
            current = culprit == 0 ? broken.shrinkAsync().join() : broken.shrink();
            assertEquals(broken.size() - 1, current.size());
            assertEquals(broken.group().epoch() + 1, current.group().epoch());
            assertFalse(current.group().nodes().contains(culprit));
            assertThrows(CollectiveException.class, broken::barrier);
          }
          sum(current.subGroup(IntStream.range(0, current.size()).toArray()));
          sum(current);
          current.close();
        });
  }

  private static int named(Communicator comm, CollectiveException e) {
    return comm.group().node(e.failedRank());
  }

  @Test
  void shouldShrinkAlsoWhenNobodyFailed() {
    LocalCluster.run(
        3,
        comm -> {
          Communicator next = comm.shrink();
          assertEquals(3, next.size());
          assertEquals(comm.rank(), next.rank());
          sum(next);
          next.close();
        });
  }

  @Test
  void shouldFailToShrinkWithoutARendezvous() {
    LocalCluster cluster = new LocalCluster(1, SETTINGS);
    try (Communicator comm = cluster.communicator(0)) {
      cluster.close();
      IllegalStateException e = assertThrows(IllegalStateException.class, comm::shrink);
      assertTrue(e.getMessage().contains("rendezvous"), e.getMessage());
    }
  }

  @Test
  void shouldGiveUpShrinkingWhenNotAllTakePart() {
    Settings hasty = SETTINGS.withTimeout(Duration.ofMillis(300));
    CountDownLatch over = new CountDownLatch(1);
    try (LocalCluster cluster = new LocalCluster(2, hasty)) {
      cluster.run(
          comm -> {
            if (comm.rank() == 0) {
              IllegalStateException e = assertThrows(IllegalStateException.class, comm::shrink);
              assertTrue(e.getMessage().contains("no group in time"), e.getMessage());
              over.countDown();
            } else {
              assertTrue(over.await(20, TimeUnit.SECONDS));
            }
          });
    }
  }

  @Test
  void shouldGiveUpAfterItsTimeout() {
    Settings hasty = SETTINGS.withTimeout(Duration.ofMillis(300));
    CountDownLatch over = new CountDownLatch(2);
    try (LocalCluster cluster = new LocalCluster(3, hasty)) {
      cluster.run(
          comm -> {
            if (comm.rank() == 1) { // lives, but does not call
              assertTrue(over.await(20, TimeUnit.SECONDS));
            } else {
              CollectiveException e = assertThrows(CollectiveException.class, () -> sum(comm));
              assertTrue(e.getMessage().contains("nothing heard"), e.getMessage());
              over.countDown();
            }
          });
    }
  }

  @Test
  void shouldRefuseSettingsThatMakeNoSense() {
    Duration second = Duration.ofSeconds(1);
    Function<Group, LinkModel> links = group -> LinkModel.inproc();
    for (Duration bad : Arrays.asList(Duration.ZERO, Duration.ofNanos(-1))) {
      assertThrows(IllegalArgumentException.class, () -> new Settings(bad, second, links));
      assertThrows(IllegalArgumentException.class, () -> new Settings(second, bad, links));
    }
  }
}
