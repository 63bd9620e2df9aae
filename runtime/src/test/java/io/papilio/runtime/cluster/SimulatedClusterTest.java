package io.papilio.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.communicator.Reference;
import io.papilio.runtime.communicator.Reference.Case;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedClusterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Case SUM = Reference.cases(ElementType.FLOAT).get(0);

  private static SimulatedCluster cluster(int ranks) {
    SimulatedNetwork network = new SimulatedNetwork(ranks, ranks, 10_000, 200_000);
    return new SimulatedCluster(network, Heartbeat.DEFAULT, Settings.of(LinkModel.tcp()));
  }

  private static List<CompletableFuture<Void>> start(
      List<Communicator> communicators, List<Slice> values) {
    List<CompletableFuture<Void>> futures = new ArrayList<>();
    for (Communicator comm : communicators) {
      Slice own = Reference.input(SUM, ElementType.FLOAT, 100, comm.rank());
      values.add(own);
      futures.add(comm.allReduceAsync(own, Reduction.SUM));
    }
    return futures;
  }

  private static List<Communicator> all(SimulatedCluster cluster) {
    List<Communicator> all = new ArrayList<>();
    for (int rank = 0; rank < cluster.network().nodes(); rank++) {
      all.add(cluster.communicator(rank));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 9})
  void shouldReduceInVirtualTime(int ranks) {
    SimulatedCluster cluster = cluster(ranks);
    List<Slice> values = new ArrayList<>();
    List<CompletableFuture<Void>> futures = start(all(cluster), values);
    assertTrue(cluster.run(futures, SECOND));
    for (int rank = 0; rank < ranks; rank++) {
      futures.get(rank).join();
      Reference.check(SUM, values.get(rank), ranks, 0, 100);
    }
    assertTrue(cluster.network().nanoTime() < SECOND / 10);
  }

  @Test
  void shouldStopWhenItsTimeIsUp() {
    SimulatedCluster cluster = cluster(2);
    CompletableFuture<Void> alone = cluster.communicator(0).barrierAsync();
    assertFalse(cluster.run(List.of(alone), 3 * SECOND));
    assertFalse(alone.isDone());
  }

  @Test
  void shouldGoOnWithoutTheDead() {
    SimulatedCluster cluster = cluster(4);
    List<Communicator> survivors = new ArrayList<>(all(cluster));
    survivors.remove(2);
    cluster.network().kill(2);
    List<CompletableFuture<Void>> futures = start(survivors, new ArrayList<>());
    assertTrue(cluster.run(futures, 20 * SECOND)); // twice as long as it takes to be missed
    for (CompletableFuture<Void> future : futures) {
      Throwable cause = assertThrows(CompletionException.class, future::join).getCause();
      assertEquals(2, ((CollectiveException) cause).failedRank());
    }
    List<CompletableFuture<Communicator>> shrinking =
        survivors.stream().map(Communicator::shrinkAsync).toList();
    assertTrue(cluster.run(shrinking, 20 * SECOND));
    List<Communicator> next = shrinking.stream().map(CompletableFuture::join).toList();
    List<Slice> values = new ArrayList<>();
    List<CompletableFuture<Void>> again = start(next, values);
    assertTrue(cluster.run(again, 30 * SECOND));
    again.forEach(CompletableFuture::join);
    values.forEach(value -> Reference.check(SUM, value, 3, 0, 100));
  }
}
