package io.papilio.runtime.broadcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel;
import io.papilio.core.topology.Chain;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.SimulatedCluster;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks that compute for random times on a network with random delays: whatever happens, in
 * whatever order, the bounds hold after every event, and all comes to an end.
 */
class UpdateBroadcastSimulationTest {
  private static final int[] SIZES = {1, 2, 3, 5, 8};
  private static final long[] CAPACITIES = {1, 300, 1000, 1 << 20};
  private static final int LARGEST = 22 * Float.BYTES + Branch.OVERHEAD_BYTES;
  private static final long LONGEST_NANOS = 600_000_000_000L;
  private static final long SOON_NANOS = 10_000_000_000L; // a small part of the timeout

  private static List<Topology> topologies() {
    return Topologies.all().stream().filter(each -> !(each instanceof Chain)).toList();
  }

  /** A run, made by a seed. */
  private static final class Run {
    private final long seed;
    private final SplittableRandom random;
    private final int size;
    private final Topology topology;
    private final Consistency consistency;
    private final long capacity;
    private final int iterations;
    private final SimulatedCluster cluster;
    private final List<Worker> workers = new ArrayList<>();
    private int slowest = -1;

    Run(long seed, String consistency) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.size = SIZES[random.nextInt(SIZES.length)];
      this.topology = topologies().get(random.nextInt(topologies().size()));
      this.consistency = Consistency.parse(consistency);
      this.capacity = CAPACITIES[random.nextInt(CAPACITIES.length)];
      this.iterations = random.nextInt(1, 12);
      this.cluster =
          new SimulatedCluster(
              new SimulatedNetwork(size, seed, 1_000, 1_000_000),
              new Heartbeat(Duration.ofMillis(50), Duration.ofMillis(500)),
              Settings.of(LinkModel.inproc()));
      for (int rank = 0; rank < size; rank++) {
        workers.add(new Worker(rank));
      }
      workers.forEach(Worker::begin);
    }

    int slack() {
      return Math.min(iterations, consistency.slack());
    }

    /** Until all of these are done: the bounds are looked at after every event. */
    boolean run(List<CompletableFuture<Void>> ends) {
      return cluster
          .network()
          .runUntil(
              () -> {
                workers.forEach(Worker::check);
                return ends.stream().allMatch(CompletableFuture::isDone);
              },
              LONGEST_NANOS);
    }

    @Override
    public String toString() {
      return "seed %d: %s of %d, %s, %d bytes, %d iterations"
          .formatted(seed, topology.name(), size, consistency, capacity, iterations);
    }

    private final class Worker {
      private final int rank;
      private final UpdateBroadcast broadcast;
      private final Updates got;
      private final CompletableFuture<Void> end = new CompletableFuture<>();
      private int sends;

      Worker(int rank) {
        this.rank = rank;
        this.broadcast =
            new UpdateBroadcast(cluster.communicator(rank), topology, consistency, capacity);
        this.got = new Updates(rank, 1);
      }

      void begin() {
        boolean all = sends == iterations;
        got.before(sends);
        if (slack() > 0 && !all) {
          got.inAnyOrder();
        }
        CompletableFuture<Void> received =
            all ? broadcast.drainAsync(got) : broadcast.receiveAsync(sends, got);
        received
            .thenRun(
                () -> {
                  if (all) {
                    end.complete(null);
                  } else {
                    got.checkHas(sends - slack(), size);
                    compute();
                  }
                })
            .exceptionally(
                error -> {
                  end.completeExceptionally(error);
                  return null;
                });
      }

      private void compute() {
        long nanos = random.nextLong(rank == slowest ? 50_000_000 : 1_000_000);
        cluster
            .network()
            .at(
                cluster.network().nanoTime() + nanos,
                () -> {
                  if (!end.isDone()) {
                    send();
                  }
                });
      }

      private void send() {
        try {
          broadcast.send(Updates.of(rank, sends, 1));
        } catch (CollectiveException e) {
          end.completeExceptionally(new CompletionException(e));
          return;
        }
        sends++;
        begin();
      }

      void leave(boolean casterOnly) {
        end.complete(null);
        if (casterOnly) {
          broadcast.close();
        } else {
          cluster.communicator(rank).close();
        }
      }

      void check() {
        long growth = LARGEST - Branch.OVERHEAD_BYTES; // of one update over those before
        long most = size * (Math.max(capacity / size, LARGEST) + growth);
        assertTrue(
            broadcast.heldBytes() <= most,
            () -> Run.this + ": " + rank + " holds " + broadcast.heldBytes());
        for (Worker other : workers) {
          assertTrue(sends <= other.sends + slack() + 1, () -> Run.this + ": " + rank + " is fast");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:0", "ssp:1", "ssp:5", "asp"})
  void shouldEndAndKeepItsBoundsUnderEverySeed(String consistency) {
    for (long seed = 0; seed < 400; seed++) {
      Run run = new Run(seed, consistency);
      run.slowest = run.random.nextInt(-1, run.size);
      List<CompletableFuture<Void>> ends = run.workers.stream().map(each -> each.end).toList();
      assertTrue(run.run(ends), () -> run + " hangs");
      for (Run.Worker worker : run.workers) {
        worker.end.join();
        worker.got.checkHas(run.iterations, run.size);
        assertEquals((run.size - 1) * run.iterations, worker.got.sequence().size(), run::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bsp", "ssp:0", "ssp:2", "asp"})
  void shouldNameTheKilledRankToAll(String consistency) {
    int killed = 0;
    for (long seed = 1000; seed < 1150; seed++) {
      Run run = new Run(seed, consistency);
      if (run.size > 1) {
        killed += kill(run) ? 1 : 0;
      }
    }
    assertTrue(killed > 50, killed + " runs in which it came in time");
  }

  /** Nobody else says that it is gone, and those who wait may not be its neighbours. */
  @ParameterizedTest
  @CsvSource({"bsp, false", "ssp:2, false", "asp, false", "bsp, true", "ssp:2, true", "asp, true"})
  void shouldNotWaitForOneThatHasLeft(String consistency, boolean itsBroadcastOnly) {
    int noticed = 0;
    for (long seed = 2000; seed < 2600; seed++) {
      Run run = new Run(seed, consistency);
      if (run.size > 1) {
        noticed += lose(run, victim -> run.workers.get(victim).leave(itsBroadcastOnly)) ? 1 : 0;
      }
    }
    assertTrue(noticed > 200, noticed + " runs in which it came in time");
  }

  private static boolean kill(Run run) {
    return lose(run, run.cluster.network()::kill);
  }

  /** Returns whether anybody noticed: the others may be done before. */
  private static boolean lose(Run run, IntConsumer how) {
    int victim = run.random.nextInt(run.size);
    SimulatedNetwork network = run.cluster.network();
    network.at(run.random.nextLong(5_000_000), () -> how.accept(victim));
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (Run.Worker worker : run.workers) {
      if (worker.rank != victim) {
        ends.add(worker.end);
      }
    }
    assertTrue(run.run(ends), () -> run + " hangs without rank " + victim);
    assertTrue(network.nanoTime() < SOON_NANOS, () -> run + ": late without " + victim);
    boolean noticed = false;
    for (CompletableFuture<Void> end : ends) {
      if (end.isCompletedExceptionally()) {
        CompletionException e = assertThrows(CompletionException.class, end::join);
        var failure = assertInstanceOf(CollectiveException.class, e.getCause(), run::toString);
        assertEquals(victim, failure.failedRank(), () -> run + " " + e);
        noticed = true;
      }
    }
    return noticed;
  }

  /** The others get on as far as the bound and their room allow, wait, and go on. */
  @Test
  void shouldWaitForOneThatTakesNothing() {
    SimulatedNetwork network = new SimulatedNetwork(3, 1, 1_000, 1_000_000);
    SimulatedCluster cluster =
        new SimulatedCluster(network, Heartbeat.NONE, Settings.of(LinkModel.inproc()));
    List<UpdateBroadcast> broadcasts = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      broadcasts.add(
          new UpdateBroadcast(
              cluster.communicator(rank),
              Topologies.named("ring"),
              Consistency.ASP,
              3 * 5 * LARGEST));
    }
    int[] begun = new int[3];
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int rank = 1; rank < 3; rank++) {
      ends.add(iterate(broadcasts.get(rank), rank, begun, 100));
    }
    assertTrue(!cluster.run(ends, 1_000_000_000L));
    assertTrue(begun[1] >= 5 && begun[1] < 12 && begun[2] >= 5 && begun[2] < 12);
    assertTrue(broadcasts.get(0).heldBytes() <= 3 * 5 * LARGEST);
    ends.add(iterate(broadcasts.get(0), 0, begun, 100));
    assertTrue(cluster.run(ends, LONGEST_NANOS));
    ends.forEach(CompletableFuture::join);
  }

  private static CompletableFuture<Void> iterate(
      UpdateBroadcast broadcast, int rank, int[] begun, int iterations) {
    Updates got = new Updates(rank, 1);
    got.inAnyOrder();
    CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
    for (int i = 0; i < iterations; i++) {
      int iteration = i;
      all =
          all.thenCompose(done -> broadcast.receiveAsync(iteration, got))
              .thenRun(
                  () -> {
                    begun[rank] = iteration;
                    broadcast.send(Updates.of(rank, iteration, 1));
                  });
    }
    return all.thenCompose(done -> broadcast.drainAsync(got));
  }
}
