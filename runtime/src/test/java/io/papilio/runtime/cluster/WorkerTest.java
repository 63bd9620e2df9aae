package io.papilio.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.price.LinkModel;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.core.topology.Butterfly;
import io.papilio.core.topology.Ring;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.communicator.Reference;
import io.papilio.runtime.communicator.Reference.Case;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.Mixer;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.tls.Certificates;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives and mixing among workers that are connected as processes are. */
@Timeout(120)
class WorkerTest {
  private static final NetOptions OPTIONS = NetOptions.of(new Credentials("test", "sesame"));

  /** Several messages for one step, the last one short. */
  private static final int SEVERAL_PIECES = 3 * 65_536 + 1;

  static Stream<NetOptions> ways() {
    return Stream.of(Sharing.ALWAYS, Sharing.NEVER).map(OPTIONS::withSharing);
  }

  @Test
  void shouldKnowWhatLinksAreLike() throws Exception {
    Workers.run(2, OPTIONS.withSharing(Sharing.ALWAYS), comm -> hasLinks(LinkModel.shm(), comm));
    NetOptions apart = OPTIONS.withSharing(Sharing.NEVER);
    Workers.run(3, apart, comm -> hasLinks(LinkModel.tcp(), comm));
    LinkModel slow = LinkModel.tcp().withTransfer(1000);
    Workers.run(2, apart.withThrottle(1e6), comm -> hasLinks(slow, comm));
  }

  private static void hasLinks(LinkModel expected, Communicator comm) {
    int cores = Runtime.getRuntime().availableProcessors();
    assertEquals(expected.withCores(cores), comm.link());
  }

  @ParameterizedTest
  @MethodSource("ways")
  void shouldReduceEveryTypeByEveryReduction(NetOptions options) throws Exception {
    for (int size : new int[] {1, 2, 3, 5}) {
      Workers.run(
          size,
          options,
          comm -> {
            for (ElementType type : Reference.TYPES) {
              for (Case of : Reference.cases(type)) {
                for (int length : new int[] {0, 1, size + 1, 1000}) {
                  Slice values = Reference.input(of, type, length, comm.rank());
                  comm.allReduce(values, of.reduction());
                  Reference.check(of, values, size, 0, length);
                }
              }
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void shouldReduceLongVectorsByEveryAlgorithm(NetOptions options) throws Exception {
    Case sum = Reference.cases(ElementType.FLOAT).get(0);
    int size = 4;
    Workers.run(
        size,
        options,
        comm -> {
          for (Algorithm algorithm : Algorithms.of(Kind.ALL_REDUCE)) {
            Slice values = Reference.input(sum, ElementType.FLOAT, SEVERAL_PIECES, comm.rank());
            comm.allReduce(values, Reduction.SUM, algorithm);
            Reference.check(sum, values, size, 0, SEVERAL_PIECES);
          }
          Slice all = Reference.input(sum, ElementType.FLOAT, SEVERAL_PIECES, comm.rank());
          comm.reduceScatter(all, Reduction.SUM);
          comm.allGather(all);
          Reference.check(sum, all, size, 0, SEVERAL_PIECES);
          Slice one = Reference.input(sum, ElementType.FLOAT, SEVERAL_PIECES, comm.rank());
          comm.reduce(one, Reduction.SUM, 2);
          comm.broadcast(one, 2);
          Reference.check(sum, one, size, 0, SEVERAL_PIECES);
          comm.barrier();
        });
  }

  /** A reason that no message can carry must not keep anybody from hearing that there is one. */
  @ParameterizedTest
  @MethodSource("ways")
  void shouldEndAllCallsHoweverLongTheReason(NetOptions options) throws Exception {
    String reason = "too much of this ".repeat(30_000);
    Reduction bad =
        Reduction.ofInts(
            "bad",
            (a, b) -> {
              throw new IllegalStateException(reason);
            });
    Workers.run(
        3,
        options,
        comm -> {
          Slice values = Slice.of(new int[] {1, 2, 3, 4});
          String message =
              assertThrows(CollectiveException.class, () -> comm.allReduce(values, bad))
                  .getMessage();
          assertTrue(message.contains("too much of this"), message);
        });
  }

  /** Calls that are like earlier ones, on other arrays, and others in between. */
  @ParameterizedTest
  @MethodSource("ways")
  void shouldMakeTheSameCallsAgainOnOtherArrays(NetOptions options) throws Exception {
    int size = 3;
    Workers.run(
        size,
        options,
        comm -> {
          for (int call = 0; call < 60; call++) {
            ElementType type = Reference.TYPES.get(call % Reference.TYPES.size());
            Case of = Reference.cases(type).get(call % 2);
            int length = new int[] {5, 1000, 100_003}[call % 3];
            Slice values = Reference.input(of, type, length, comm.rank());
            if (call % 5 == 0) {
              comm.allReduceAsync(values, of.reduction()).join();
            } else {
              comm.allReduce(values, of.reduction());
            }
            Reference.check(of, values, size, 0, length);
          }
        });
  }

  /** A warm loop leaves nothing to the garbage collector, but for a remark now and then. */
  @ParameterizedTest
  @MethodSource("ways")
  void shouldAllocateNothingInALoop(NetOptions options) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Workers.run(
        2,
        options,
        comm -> {
          float[] values = new float[1000];
          long least = Long.MAX_VALUE;
          for (int spell = 0; spell < 100 && least > 100; spell++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < 500; call++) {
              comm.allReduce(values, Reduction.SUM);
            }
            long bytes = (threads.getCurrentThreadAllocatedBytes() - before) / 500;
            double[] most = {Math.min(least, bytes)};
            comm.allReduce(most, Reduction.MAX); // so that all ranks go on as long
            least = (long) most[0];
          }
          assertTrue(least <= 100, least + " bytes a call");
        });
  }

  /** The one that is ahead sends what nobody has asked for yet, more than links can hold. */
  @ParameterizedTest
  @MethodSource("ways")
  void shouldKeepSeveralOperationsInFlight(NetOptions options) throws Exception {
    Case sum = Reference.cases(ElementType.FLOAT).get(0);
    int size = 3;
    int length = 20 * 65_536;
    Workers.run(
        size,
        options,
        comm -> {
          List<Slice> vectors = new ArrayList<>();
          List<CompletableFuture<Void>> futures = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            Slice values = Reference.input(sum, ElementType.FLOAT, length, comm.rank());
            vectors.add(values);
            if (comm.rank() == 0) {
              futures.add(comm.allReduceAsync(values, Reduction.SUM)); // all at once
            } else {
              comm.allReduce(values, Reduction.SUM); // one by one
            }
          }
          futures.forEach(CompletableFuture::join);
          vectors.forEach(values -> Reference.check(sum, values, size, 0, length));
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ALWAYS", "NEVER"})
  void shouldMixTheSameBitsAsThreads(Sharing sharing) throws Exception {
    for (Topology topology : List.of(new Butterfly(), new Ring())) {
      for (String consistency : List.of("bsp", "notify-ack", "ssp:0")) {
        float[][] processes = new float[3][];
        float[][] threads = new float[3][];
        Workers.run(
            3,
            OPTIONS.withSharing(sharing),
            comm -> processes[comm.rank()] = mix(comm, topology, consistency));
        LocalCluster.run(3, comm -> threads[comm.rank()] = mix(comm, topology, consistency));
        for (int rank = 0; rank < 3; rank++) {
          assertArrayEquals(threads[rank], processes[rank], topology + " " + consistency);
        }
      }
    }
  }

  private static float[] mix(Communicator comm, Topology topology, String consistency) {
    float[] weights = new float[100_003]; // a put of several pieces
    for (int i = 0; i < weights.length; i++) {
      weights[i] = 1f / (3 + comm.rank() + i);
    }
    try (Mixer mixer =
        new Mixer(comm, topology, Consistency.parse(consistency), new DenseAverage(weights))) {
      for (int i = 0; i < 6; i++) {
        mixer.send();
        mixer.reduce();
      }
    }
    return weights;
  }

  /** Asynchronous mixing never waits, and stays within what was there. */
  @ParameterizedTest
  @MethodSource("ways")
  void shouldMixWithoutWaiting(NetOptions options) throws Exception {
    Workers.run(
        4,
        options,
        comm -> {
          for (float weight : mix(comm, new Butterfly(), "asp")) {
            assertTrue(weight > 0 && weight <= 1f / 3, "a weight of " + weight);
          }
        });
  }

  /** What has come counts in the next reduce, although asynchronous mixing never waits for it. */
  @ParameterizedTest
  @MethodSource("ways")
  void shouldMixWithTheNewest(NetOptions options) throws Exception {
    int iterations = 100;
    CyclicBarrier together = new CyclicBarrier(2);
    Workers.run(
        2,
        options,
        comm -> {
          comm.allReduce(new float[100_003], Reduction.SUM); // opens the links
          DenseAverage weights = new DenseAverage(new float[1000]);
          try (Mixer mixer = new Mixer(comm, new Butterfly(), Consistency.ASP, weights)) {
            for (int i = 0; i < iterations; i++) {
              mixer.send();
              together.await();
              mixer.reduce();
              together.await();
            }
            assertTrue(mixer.counts().full() > iterations / 2, mixer.counts().toString());
          }
        });
  }

  @Test
  void shouldWorkOverTls(@TempDir Path folder) throws Exception {
    Certificates authority = Certificates.authority(folder, "authority");
    NetOptions options = OPTIONS.withSharing(Sharing.NEVER).withTls(authority.worker("worker"));
    Case sum = Reference.cases(ElementType.DOUBLE).get(0);
    Workers.run(
        3,
        options,
        comm -> {
          Slice values = Reference.input(sum, ElementType.DOUBLE, SEVERAL_PIECES, comm.rank());
          comm.allReduce(values, Reduction.SUM);
          Reference.check(sum, values, 3, 0, SEVERAL_PIECES);
        });
  }

  /** 10 MB through a link of 20 MB a second cannot take less than half of a second. */
  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ALWAYS", "NEVER"})
  void shouldBeAsSlowAsItIsTold(Sharing sharing) throws Exception {
    long[] nanos = new long[2];
    NetOptions options = OPTIONS.withSharing(sharing).withThrottle(20e6);
    Workers.run(
        2,
        options,
        comm -> {
          float[] values = new float[2_500_000];
          long start = System.nanoTime();
          comm.broadcast(Slice.of(values), 0);
          nanos[comm.rank()] = System.nanoTime() - start;
        });
    assertTrue(nanos[1] > 400_000_000L, "took only " + nanos[1] + " ns");
  }

  @ParameterizedTest
  @ValueSource(ints = {32})
  void shouldFormLargeGroups(int size) throws Exception {
    Case sum = Reference.cases(ElementType.FLOAT).get(0);
    for (NetOptions options : ways().toList()) {
      Workers.run(
          size,
          options,
          comm -> {
            assertEquals(size, comm.size());
            Slice values = Reference.input(sum, ElementType.FLOAT, 10_007, comm.rank());
            comm.allReduce(values, Reduction.SUM);
            Reference.check(sum, values, size, 0, 10_007);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void shouldTellAllOfTheRootError(NetOptions options) {
    Exception thrown =
        assertThrows(
            Exception.class,
            () ->
                Workers.run(
                    3,
                    options,
                    comm -> {
                      if (comm.rank() == 1) {
                        throw new IllegalStateException("out of coffee");
                      }
                      CollectiveException e =
                          assertThrows(CollectiveException.class, comm::barrier);
                      assertEquals(1, e.failedRank());
                      assertTrue(e.getMessage().contains("out of coffee"), e.getMessage());
                      assertTrue(e.getMessage().contains("127.0.0.1"), e.getMessage());
                    }));
    assertEquals("out of coffee", thrown.getMessage());
  }
}
