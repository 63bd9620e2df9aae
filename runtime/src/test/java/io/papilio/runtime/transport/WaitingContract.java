package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.papilio.runtime.transport.Message.Lane;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What transports with threads promise about waiting; those that drive their nodes have none. */
public abstract class WaitingContract extends MailboxContract {
  private static final long LONG = TimeUnit.SECONDS.toNanos(50);
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long SOON = TimeUnit.SECONDS.toNanos(10);

  /** Two nodes that may block. */
  private List<Peer> blockingPeers() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    assumeFalse(peers.get(0).isDriven(), "nobody blocks here");
    return peers;
  }

  /** How long an await of {@code nanos} takes. */
  private static long await(Peer peer, long nanos) {
    Transport transport = peer.transport();
    long start = transport.nanoTime();
    transport.await(start + nanos);
    return transport.nanoTime() - start;
  }

  private static void assertLasts(Peer peer, long nanos) {
    long taken = await(peer, nanos);
    assertTrue(taken >= nanos, "back after " + taken + " ns instead of " + nanos);
    assertTrue(taken < nanos + SOON, "back after " + taken + " ns instead of " + nanos);
  }

  private static void assertEndsSoon(Peer peer) {
    long taken = await(peer, LONG);
    assertTrue(taken < SOON, "back after " + taken + " ns");
  }

  @Test
  void shouldAwaitItsTime() {
    Peer peer = blockingPeers().get(0);
    assertLasts(peer, SHORT);
    assertLasts(peer, SHORT / 10);
    assertTrue(await(peer, 0) < SOON);
    assertTrue(await(peer, -SHORT) < SOON);
    assertFalse(peer.poll());
  }

  @ParameterizedTest
  @EnumSource(Lane.class)
  void shouldNotWaitWhenThereIsSomethingToPoll(Lane lane) {
    List<Peer> peers = blockingPeers();
    peers.get(0).send(1, lane, Slice.EMPTY, 0); // they may have to connect first
    while (peers.get(1).messages().isEmpty()) {
      peers.forEach(Peer::poll);
    }
    peers.get(1).messages().get(0).release();
    peers.get(0).send(1, lane, Slice.EMPTY, 1);
    while (peers.get(1).messages().size() < 2) {
      assertEndsSoon(peers.get(1));
      peers.get(1).poll();
    }
    peers.get(1).messages().get(1).release();
    while (peers.get(0).released().size() < 2) {
      assertEndsSoon(peers.get(0));
      peers.get(0).poll();
    }
    peers.get(1).transport().close();
    while (peers.get(0).losses().isEmpty()) {
      assertEndsSoon(peers.get(0));
      peers.get(0).poll();
    }
    assertLasts(peers.get(0), SHORT);
  }

  /** A wake-up that gets lost in between shows as a wait of its whole length. */
  @ParameterizedTest
  @EnumSource(Lane.class)
  void shouldWakeForEveryMessage(Lane lane) throws InterruptedException {
    List<Peer> peers = blockingPeers();
    int rounds = 3_000;
    peers.forEach(Peer::releasingAtOnce);
    Thread echo = new Thread(() -> play(peers.get(1), lane, rounds, false), "echo");
    echo.start();
    play(peers.get(0), lane, rounds, true);
    echo.join();
    assertEquals(rounds, peers.get(0).messages().size());
    assertEquals(rounds, peers.get(1).messages().size());
  }

  private static void play(Peer peer, Lane lane, int rounds, boolean first) {
    int other = 1 - peer.transport().node();
    for (int i = 0; i < rounds; i++) {
      if (first) {
        peer.send(other, lane, Slice.EMPTY, i);
      }
      while (peer.messages().size() <= i) {
        assertEndsSoon(peer);
        peer.poll();
      }
      if (!first) {
        peer.send(other, lane, Slice.EMPTY, i);
      }
    }
  }

  @Test
  void shouldEndOneAwaitForAWakeUpThatCameBefore() {
    Peer peer = blockingPeers().get(0);
    for (int i = 0; i < 3; i++) {
      peer.transport().wake();
      assertEndsSoon(peer);
      assertLasts(peer, SHORT);
    }
  }

  @Test
  void shouldEndAnAwaitOnWakeUp() throws InterruptedException {
    Peer peer = blockingPeers().get(0);
    AtomicBoolean over = new AtomicBoolean();
    Thread waiting = new Thread(() -> awaitUntil(peer, over), "waiting");
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING && waiting.isAlive()) {
      Thread.yield(); // until it sleeps in earnest, where its sleep shows; else for its spinning
      if (peer.transport().nanoTime() > SHORT) {
        break;
      }
    }
    over.set(true);
    peer.transport().wake();
    waiting.join(TimeUnit.NANOSECONDS.toMillis(SOON));
    assertFalse(waiting.isAlive());
    await(peer, 0); // it may have seen that it is over before it was woken
    assertLasts(peer, SHORT);
  }

  private static void awaitUntil(Peer peer, AtomicBoolean over) {
    while (!over.get()) {
      await(peer, LONG);
    }
  }

  @Test
  void shouldEndAnAwaitOnInterrupt() throws InterruptedException {
    Peer peer = blockingPeers().get(0);
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    Runnable waiting =
        () -> {
          await(peer, LONG);
          stillInterrupted.set(Thread.currentThread().isInterrupted());
        };
    Thread thread = new Thread(waiting, "waiting");
    thread.start();
    thread.interrupt();
    thread.join(TimeUnit.NANOSECONDS.toMillis(SOON));
    assertFalse(thread.isAlive());
    assertTrue(stillInterrupted.get(), "the interrupt was swallowed");
  }
}
