package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel;
import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Ring;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.SimulatedCluster;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixerTest {
  private static final int ITERATIONS = 7;
  private static final int LENGTH = 5;
  private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 9};

  static List<Topology> topologies() {
    return Topologies.all();
  }

  private static float[] start(int rank) {
    float[] weights = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      weights[i] = 1f / (3 + rank * LENGTH + i);
    }
    return weights;
  }

  private static float[][] mixed(Topology topology, int size, String consistency) {
    float[][] results = new float[size][];
    LocalCluster.run(
        size,
        communicator -> {
          float[] weights = start(communicator.rank());
          try (Mixer mixer =
              new Mixer(
                  communicator,
                  topology,
                  Consistency.parse(consistency),
                  new DenseAverage(weights))) {
            for (int i = 0; i < ITERATIONS; i++) {
              mixer.send();
              mixer.reduce();
            }
          }
          results[communicator.rank()] = weights;
        });
    return results;
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldApplyTheMatrixOfItsTopology(Topology topology) {
    for (int size : SIZES) {
      float[][] actual = mixed(topology, size, "bsp");
      for (int element = 0; element < LENGTH; element++) {
        double[] state = new double[size];
        for (int rank = 0; rank < size; rank++) {
          state[rank] = start(rank)[element];
        }
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
          state = apply(MixingMatrix.at(topology, size, iteration), state);
        }
        for (int rank = 0; rank < size; rank++) {
          assertEquals(state[rank], actual[rank][element], 1e-6, "rank " + rank + " of " + size);
        }
      }
    }
  }

  private static double[] apply(MixingMatrix matrix, double[] state) {
    double[] next = new double[state.length];
    for (int to = 0; to < state.length; to++) {
      for (int from = 0; from < state.length; from++) {
        next[to] += matrix.share(to, from) * state[from];
      }
    }
    return next;
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void shouldGiveTheSameBitsUnderBspNotifyAckAndNoStaleness(Topology topology) {
    for (int size : SIZES) {
      float[][] bsp = mixed(topology, size, "bsp");
      for (String other : List.of("bsp", "notify-ack", "ssp:0")) {
        float[][] result = mixed(topology, size, other);
        for (int rank = 0; rank < size; rank++) {
          assertArrayEquals(bsp[rank], result[rank], other + " rank " + rank + " of " + size);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssp:1", "ssp:3", "asp", "barrier-only"})
  void shouldStayWithinWhatWasThereWithoutSynchrony(String consistency) {
    for (Topology topology : topologies()) {
      float[][] result = mixed(topology, 5, consistency);
      for (float[] weights : result) {
        for (float weight : weights) { // an average of averages lies between the extremes
          assertTrue(weight >= start(4)[LENGTH - 1] - 1e-6 && weight <= start(0)[0] + 1e-6);
        }
      }
    }
  }

  @Test
  void shouldCountFullReducesOnlyUnderNotifyAck() {
    LocalCluster.run(
        4,
        communicator -> {
          Mixer mixer =
              new Mixer(
                  communicator,
                  Topologies.named("complete"),
                  Consistency.NOTIFY_ACK,
                  new DenseAverage(new float[1000]));
          for (int i = 0; i < 200; i++) {
            mixer.send();
            mixer.reduce();
          }
          assertEquals(new MixCounts(200, 200, 0, 0, 0, 0), mixer.counts());
        });
  }

  @Test
  void shouldCountWhatIsOfAnotherIteration() {
    LocalCluster.run(
        2,
        communicator -> {
          Mixer mixer = mixer(communicator, "asp", communicator.rank());
          if (communicator.rank() == 0) {
            mixer.send();
            mixer.reduce();
            mixer.send();
            mixer.reduce();
            mixer.send();
            communicator.barrier();
            communicator.barrier();
            mixer.reduce();
            assertEquals(new MixCounts(3, 0, 2, 1, 0, 0), mixer.counts());
          } else {
            communicator.barrier(); // the other is in its third iteration
            mixer.send();
            mixer.reduce();
            assertEquals(new MixCounts(1, 1, 0, 0, 1, 0), mixer.counts());
            communicator.barrier();
          }
        });
  }

  @Test
  void shouldRefuseCallsOutOfTurn() {
    LocalCluster.run(
        1,
        communicator -> {
          Mixer mixer =
              new Mixer(communicator, new Ring(), Consistency.BSP, new DenseAverage(new float[1]));
          assertThrows(IllegalStateException.class, mixer::reduce);
          mixer.send();
          assertThrows(IllegalStateException.class, mixer::send);
          mixer.reduce();
        });
  }

  @Test
  void shouldFailOnAllRanksWhenOneLeavesEarly() {
    for (String consistency : List.of("bsp", "notify-ack", "ssp:2", "barrier-only")) {
      CollectiveException failure =
          assertThrows(
              CollectiveException.class,
              () ->
                  LocalCluster.run(
                      3,
                      communicator -> {
                        Mixer mixer =
                            new Mixer(
                                communicator,
                                new Ring(),
                                Consistency.parse(consistency),
                                new DenseAverage(new float[2]));
                        int own = communicator.rank() == 1 ? 2 : ITERATIONS;
                        for (int i = 0; i < own; i++) {
                          mixer.send();
                          mixer.reduce();
                        }
                      }),
              consistency);
      assertEquals(1, failure.failedRank(), consistency + ": " + failure);
    }
  }

  private static Mixer mixer(Communicator communicator, String consistency, float... weights) {
    return new Mixer(
        communicator, new Ring(), Consistency.parse(consistency), new DenseAverage(weights));
  }

  @Test
  void shouldGiveEveryFutureAnEnd() throws Exception {
    try (LocalCluster cluster = new LocalCluster(2);
        Communicator first = cluster.communicator(0);
        Communicator second = cluster.communicator(1)) {
      Mixer waiting = mixer(first, "notify-ack", 1);
      waiting.sendAsync().get(10, TimeUnit.SECONDS);
      CompletableFuture<Void> reduce = waiting.reduceAsync(); // the other has sent nothing
      CompletableFuture<Void> twice = waiting.reduceAsync();
      assertThrows(ExecutionException.class, () -> twice.get(10, TimeUnit.SECONDS));
      waiting.close();
      assertThrows(ExecutionException.class, () -> reduce.get(10, TimeUnit.SECONDS));
      Mixer other = mixer(second, "notify-ack", 2);
      other.sendAsync().get(10, TimeUnit.SECONDS);
      other.reduceAsync().get(10, TimeUnit.SECONDS); // what was sent before closing is good
      ExecutionException e =
          assertThrows(ExecutionException.class, () -> other.sendAsync().get(10, TimeUnit.SECONDS));
      assertEquals(0, ((CollectiveException) e.getCause()).failedRank(), e.toString());
    }
  }

  /** A mixer of a new group must not find what one of the old group has put. */
  @Test
  void shouldBeginAnewAfterShrinking() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3);
        Communicator first = cluster.communicator(0);
        Communicator second = cluster.communicator(1)) {
      for (Communicator communicator : List.of(first, second)) {
        mixer(communicator, "asp", 1000).send();
      }
      cluster.lose(2, new IllegalStateException("lost"));
      CompletableFuture<Communicator> both = first.shrinkAsync();
      try (Communicator newSecond = second.shrinkAsync().get(10, TimeUnit.SECONDS);
          Communicator newFirst = both.get(10, TimeUnit.SECONDS)) {
        assertEquals(2, newSecond.size());
        float[] weights = {1};
        Mixer mixer = mixer(newFirst, "asp", weights);
        mixer.send();
        mixer.reduce();
        assertEquals(1, weights[0]);
        assertEquals(1, mixer.counts().missing());
      }
    }
  }

  @Test
  void shouldTellEverybodyOfAnErrorInAPayload() {
    List<CollectiveException> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch allHaveSeen = new CountDownLatch(3);
    LocalCluster.run(
        3,
        communicator -> {
          Payload payload =
              communicator.rank() == 2 ? new Failing() : new DenseAverage(new float[2]);
          Mixer mixer = new Mixer(communicator, new Ring(), Consistency.NOTIFY_ACK, payload);
          seen.add(
              assertThrows(
                  CollectiveException.class,
                  () -> {
                    for (int i = 0; i < ITERATIONS; i++) {
                      mixer.send();
                      mixer.reduce();
                    }
                  }));
          allHaveSeen.countDown();
          assertTrue(allHaveSeen.await(10, TimeUnit.SECONDS)); // nobody leaves before
        });
    assertEquals(3, seen.size());
    for (CollectiveException each : seen) {
      assertEquals(2, each.failedRank());
      assertTrue(each.getMessage().contains("NaN in row 17"), each.getMessage());
    }
  }

  private static final class Failing implements Payload {
    @Override
    public ElementType type() {
      return ElementType.FLOAT;
    }

    @Override
    public int length() {
      return 2;
    }

    @Override
    public Slice encode(Slice room) {
      return room;
    }

    @Override
    public void begin(double ownShare, int sources) {}

    @Override
    public void combine(int at, Slice received, double share) {
      throw new ArithmeticException("NaN in row 17");
    }

    @Override
    public void stay(double share) {}

    @Override
    public void end() {}
  }

  /** Random delays, and in half of the runs a killed rank: nobody waits for ever, all name it. */
  @ParameterizedTest
  @ValueSource(strings = {"bsp", "notify-ack", "ssp:0", "ssp:2", "barrier-only"})
  void shouldEndUnderEverySeed(String consistency) {
    for (long seed = 0; seed < 150; seed++) {
      int size = SIZES[(int) (seed % SIZES.length)];
      Topology topology = topologies().get((int) (seed / 8 % topologies().size()));
      int victim = size > 2 && seed % 2 == 1 ? (int) (seed % size) : -1;
      simulate(seed, size, topology, Consistency.parse(consistency), victim);
    }
  }

  private static void simulate(
      long seed, int size, Topology topology, Consistency consistency, int victim) {
    SimulatedNetwork network = new SimulatedNetwork(size, seed, 1_000, 1_000_000);
    SimulatedCluster cluster =
        new SimulatedCluster(
            network,
            new Heartbeat(Duration.ofMillis(50), Duration.ofMillis(500)),
            Settings.of(LinkModel.inproc()));
    List<CompletableFuture<Void>> runs = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      Communicator communicator = cluster.communicator(rank);
      Mixer mixer = new Mixer(communicator, topology, consistency, new DenseAverage(start(rank)));
      runs.add(iterate(mixer, 4 * ITERATIONS).thenCompose(done -> communicator.barrierAsync()));
    }
    if (victim >= 0) {
      network.at(2_000_000, () -> network.kill(victim));
    }
    List<CompletableFuture<Void>> survivors = new ArrayList<>(runs);
    if (victim >= 0) {
      survivors.remove(victim);
    }
    String run = "seed %d: %s of %d, %s".formatted(seed, topology.name(), size, consistency);
    assertTrue(cluster.run(survivors, 600_000_000_000L), () -> run + " hangs");
    for (CompletableFuture<Void> survivor : survivors) {
      if (victim >= 0) {
        CompletionException e = assertThrows(CompletionException.class, survivor::join, run);
        assertEquals(victim, ((CollectiveException) e.getCause()).failedRank(), run);
      } else {
        survivor.join();
      }
    }
  }

  private static CompletableFuture<Void> iterate(Mixer mixer, int iterations) {
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (int i = 0; i < iterations; i++) {
      all = all.thenCompose(done -> mixer.sendAsync()).thenCompose(done -> mixer.reduceAsync());
    }
    return all;
  }
}
