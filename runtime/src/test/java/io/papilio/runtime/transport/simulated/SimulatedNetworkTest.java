package io.papilio.runtime.transport.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Peer;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What can be done to a simulated cluster, and that it is done the same way every time. */
class SimulatedNetworkTest {
  private static final long MILLI = 1_000_000;
  private static final long LONG = 1_000_000 * MILLI;

  private static List<Peer> peers(SimulatedNetwork network) {
    return IntStream.range(0, network.nodes())
        .mapToObj(node -> new Peer(network.transport(node)))
        .toList();
  }

  private static void send(Peer from, int to, int first, int count) {
    for (int i = first; i < first + count; i++) {
      from.send(to, Lane.DATA, Slice.EMPTY, i);
    }
  }

  private static List<Long> numbers(Peer peer) {
    return peer.messages().stream().map(Message::operation).toList();
  }

  private static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void shouldTakeAsLongAsItWasTold() {
    SimulatedNetwork network = new SimulatedNetwork(2, 1, 3 * MILLI, 5 * MILLI);
    List<Peer> peers = peers(network);
    peers.get(0).send(1, Lane.DATA, Slice.EMPTY, 1);
    assertFalse(network.runUntil(() -> !peers.get(1).messages().isEmpty(), 3 * MILLI - 1));
    assertTrue(network.runUntil(() -> !peers.get(1).messages().isEmpty(), 5 * MILLI));
    assertTrue(network.nanoTime() >= 3 * MILLI && network.nanoTime() <= 5 * MILLI);
  }

  @Test
  void shouldLetLinksOvertakeEachOther() {
    SimulatedNetwork network = new SimulatedNetwork(3, 1, 0, MILLI);
    List<Peer> peers = peers(network);
    boolean[] firstWins = new boolean[2];
    for (int i = 0; i < 20; i++) {
      peers.get(2).messages().clear();
      send(peers.get(0), 2, 0, 1);
      send(peers.get(1), 2, 1, 1);
      network.runUntil(() -> peers.get(2).messages().size() == 2, LONG);
      firstWins[peers.get(2).messages().get(0).source()] = true;
    }
    assertTrue(firstWins[0] && firstWins[1]);
  }

  @Test
  void shouldHoldWhatComesForAPausedNodeInOrder() {
    for (long seed = 0; seed < 50; seed++) {
      SimulatedNetwork network =
          new SimulatedNetwork(2, seed, MILLI, seed % 2 == 0 ? MILLI : 3 * MILLI);
      List<Peer> peers = peers(network);
      for (int i = 0; i < 10; i++) { // also one that arrives just when the pause is over
        int first = 2 * i;
        network.at(i * MILLI, () -> send(peers.get(0), 1, first, 2));
      }
      network.at(MILLI, () -> network.pause(1, 8 * MILLI));
      network.at(2 * MILLI, () -> network.pause(1, 5 * MILLI)); // does not shorten the first
      network.runUntil(() -> network.nanoTime() >= 8 * MILLI, 8 * MILLI - 1);
      assertTrue(peers.get(1).messages().size() <= 2, "heard while paused");
      network.runUntil(() -> peers.get(1).messages().size() == 20, LONG);
      assertEquals(upTo(20), numbers(peers.get(1)), "seed " + seed);
    }
  }

  @Test
  void shouldHoldWhatAPartitionParts() {
    for (long seed = 0; seed < 50; seed++) {
      SimulatedNetwork network =
          new SimulatedNetwork(3, seed, MILLI, seed % 2 == 0 ? MILLI : 3 * MILLI);
      List<Peer> peers = peers(network);
      network.partition(Set.of(0), Set.of(1), 10 * MILLI);
      network.partition(Set.of(0, 2), Set.of(1), 6 * MILLI); // does not end the first
      for (int i = 0; i < 12; i++) {
        int number = i;
        network.at(
            i * MILLI,
            () -> {
              send(peers.get(0), 1, number, 1);
              send(peers.get(0), 2, number, 1);
            });
      }
      network.runUntil(() -> network.nanoTime() >= 10 * MILLI, 10 * MILLI - 1);
      assertEquals(List.of(), peers.get(1).messages());
      assertTrue(peers.get(2).messages().size() > 5);
      network.runUntil(() -> peers.get(1).messages().size() == 12, LONG);
      assertEquals(upTo(12), numbers(peers.get(1)), "seed " + seed);
    }
  }

  @Test
  void shouldSilenceAKilledNode() {
    int all = 0;
    int none = 0;
    for (long seed = 0; seed < 40; seed++) {
      SimulatedNetwork network = new SimulatedNetwork(2, seed, MILLI, 2 * MILLI);
      List<Peer> peers = peers(network);
      send(peers.get(0), 1, 0, 5);
      send(peers.get(1), 0, 0, 5);
      network.kill(0);
      send(peers.get(0), 1, 5, 5);
      peers.get(0).transport().put(1, 1, 1, Slice.of(new int[] {1}));
      peers.get(0).transport().close();
      network.runUntil(() -> false, LONG);
      assertEquals(List.of(), peers.get(0).events());
      assertEquals(List.of(), peers.get(1).losses());
      assertEquals(upTo(peers.get(1).messages().size()), numbers(peers.get(1)));
      all += peers.get(1).messages().size() == 5 ? 1 : 0;
      none += peers.get(1).messages().isEmpty() ? 1 : 0;
    }
    assertEquals(40, all + none); // a link carries what is under way, or loses it
    assertTrue(all > 5 && none > 5, all + " and " + none);
  }

  @Test
  void shouldShowTornPuts() {
    int torn = 0;
    for (long seed = 0; seed < 20; seed++) {
      SimulatedNetwork network = new SimulatedNetwork(2, seed, 0, MILLI);
      Mailbox mailbox = network.transport(1).mailbox(0, 1, ElementType.INT, 9);
      Slice into = Slice.allocate(ElementType.INT, 9);
      for (int version = 1; version <= 5; version++) {
        network.transport(0).put(1, 1, version, Values.of(ElementType.INT, 9, version));
      }
      int[] seen = new int[1];
      network.runUntil(
          () -> {
            long version = mailbox.read(into);
            if (version > 0) {
              Values.assertAre(version, into);
            }
            seen[0] += version == Mailbox.TORN ? 1 : 0;
            return version == 5;
          },
          LONG);
      assertEquals(5, mailbox.read(into));
      torn += seen[0];
    }
    assertTrue(torn > 50, torn + " torn reads");
  }

  @Test
  void shouldDoTheSameForTheSameSeed() {
    assertEquals(trace(7), trace(7));
    assertNotEquals(trace(7), trace(8));
  }

  private static List<String> trace(long seed) {
    SimulatedNetwork network = new SimulatedNetwork(5, seed, 0, MILLI);
    List<Peer> peers = peers(network);
    List<String> trace = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      send(peers.get(i % 5), (i * 7 + 1 + i % 5) % 5, i, 1);
    }
    network.at(MILLI / 2, () -> network.kill(2));
    network.runUntil(
        () -> {
          trace.add(
              network.nanoTime() + ": " + peers.stream().map(p -> p.events().size()).toList());
          return false;
        },
        LONG);
    return trace;
  }

  @Test
  void shouldNotBlock() {
    SimulatedNetwork network = new SimulatedNetwork(1, 1, 0, 1);
    assertThrows(IllegalStateException.class, () -> network.transport(0).await(1));
  }
}
