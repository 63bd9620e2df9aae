package io.papilio.runtime.transport.simulated;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A cluster in one thread and virtual time. Every message takes a random time, so messages of
 * different links overtake each other; nodes can be paused, killed and cut off. All chance comes
 * from one seed: the same seed and the same calls give the same run, to the last message.
 *
 * <pre>
 *   send --> [ link 0 -> 1, in order ] --\
 *   send --> [ link 2 -> 1, in order ] ---+--> events by time --> node 1 takes a turn
 *   alarm -------------------------------/
 * </pre>
 *
 * Payloads are handed over by reference and only read when the receiver reads them: a protocol that
 * changes elements before they are released is found out.
 */
public final class SimulatedNetwork {
  private final SplittableRandom random;
  private final long minDelayNanos;
  private final long maxDelayNanos;
  private final SimulatedTransport[] transports;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparing(Event::order));
  private final Map<LinkKey, Link> links = new HashMap<>();
  private long nowNanos;
  private long order;

  /** Something that happens at a node: only if it lives, and not while it is paused. */
  private record Event(long atNanos, long order, int node, Link link, Runnable action) {}

  private record LinkKey(int source, int target, Message.Lane lane) {}

  /** One direction and lane between two nodes. */
  private static final class Link {
    long lastArrivalNanos;
    long blockedUntilNanos;
    boolean cut;

    /** Never sooner than said before: what waits for then would be overtaken. */
    void block(long untilNanos) {
      blockedUntilNanos = Math.max(blockedUntilNanos, untilNanos);
    }
  }

  /** Messages take between the two times, each equally likely. */
  public SimulatedNetwork(int nodes, long seed, long minDelayNanos, long maxDelayNanos) {
    this.random = new SplittableRandom(seed);
    this.minDelayNanos = minDelayNanos;
    this.maxDelayNanos = maxDelayNanos;
    this.transports = new SimulatedTransport[nodes + 1];
    for (int node = Transport.RENDEZVOUS; node < nodes; node++) {
      transports[node + 1] = new SimulatedTransport(this, node);
    }
  }

  /** The transport of a node, or of the {@linkplain Transport#RENDEZVOUS rendezvous}. */
  public SimulatedTransport transport(int node) {
    return transports[node + 1];
  }

  public int nodes() {
    return transports.length - 1;
  }

  public long nanoTime() {
    return nowNanos;
  }

  /**
   * Lets things happen until the condition holds; returns whether it does before the time is up.
   */
  public boolean runUntil(BooleanSupplier condition, long limitNanos) {
    while (!condition.getAsBoolean()) {
      if (events.isEmpty() || events.peek().atNanos > limitNanos) {
        return false;
      }
      step();
    }
    return true;
  }

  private void step() {
    Event event = events.remove();
    nowNanos = Math.max(nowNanos, event.atNanos);
    SimulatedTransport transport = event.node == NOWHERE ? null : transport(event.node);
    if (transport != null && transport.isDead() || event.link != null && event.link.cut) {
      return;
    }
    long heldUntilNanos = event.link == null ? 0 : event.link.blockedUntilNanos;
    if (transport != null) {
      heldUntilNanos = Math.max(heldUntilNanos, transport.pausedUntilNanos());
    }
    if (heldUntilNanos > nowNanos) {
      events.add(new Event(heldUntilNanos, event.order, event.node, event.link, event.action));
    } else {
      event.action.run();
    }
  }

  private static final int NOWHERE = Integer.MIN_VALUE;

  /** Something from outside, such as a fault, at a time of its own. */
  public void at(long atNanos, Runnable action) {
    events.add(new Event(atNanos, order++, NOWHERE, null, action));
  }

  /** The node does nothing for a while; what comes for it waits. */
  public void pause(int node, long untilNanos) {
    transport(node).pauseUntil(untilNanos);
  }

  /** The node is gone without a word, and some of what it sent with it. */
  public void kill(int node) {
    transport(node).die();
    for (SimulatedTransport target : transports) {
      for (Message.Lane lane : Message.Lane.values()) {
        link(node, target.node(), lane).cut |= random.nextBoolean();
      }
    }
  }

  /** Nothing passes between the two sides, in either direction, until the time has come. */
  public void partition(Set<Integer> oneSide, Set<Integer> otherSide, long untilNanos) {
    for (Message.Lane lane : Message.Lane.values()) {
      for (int a : oneSide) {
        for (int b : otherSide) {
          link(a, b, lane).block(untilNanos);
          link(b, a, lane).block(untilNanos);
        }
      }
    }
  }

  private Link link(int source, int target, Message.Lane lane) {
    return links.computeIfAbsent(new LinkKey(source, target, lane), key -> new Link());
  }

  /** Something that one node causes at another, after a delay, in the order of its link. */
  void deliver(int source, int target, Message.Lane lane, Runnable action) {
    Link link = link(source, target, lane);
    long arrival = nowNanos + delayNanos();
    link.lastArrivalNanos = Math.max(link.lastArrivalNanos, arrival);
    events.add(new Event(link.lastArrivalNanos, order++, target, link, action));
  }

  void alarm(int node, long atNanos, Runnable action) {
    events.add(new Event(Math.max(atNanos, nowNanos), order++, node, null, action));
  }

  private long delayNanos() {
    return random.nextLong(minDelayNanos, maxDelayNanos + 1);
  }

  /** A put arrives in two halves, and a reader may look in between. */
  void put(int source, int target, long channel, long version, Slice elements) {
    int length = elements.length();
    Slice copy = elements.copy();
    for (int[] half : new int[][] {{0, length / 2}, {length / 2, length}}) {
      Slice piece = copy.slice(half[0], half[1]);
      Runnable write =
          () ->
              transport(target)
                  .mailboxes()
                  .find(source, channel, piece.type(), length)
                  .ifPresent(mailbox -> mailbox.write(version, half[0], piece));
      deliver(source, target, Message.Lane.DATA, write);
    }
  }

  /** Tells the others, behind all that the node has sent on either lane, that it has left. */
  void leave(int node) {
    Transport.Loss loss = new Transport.Loss(node, true, "left");
    for (SimulatedTransport other : transports) {
      if (other.node() != node) {
        long controlNanos = link(node, other.node(), Message.Lane.CONTROL).lastArrivalNanos;
        Link data = link(node, other.node(), Message.Lane.DATA);
        data.lastArrivalNanos = Math.max(data.lastArrivalNanos, controlNanos);
        Runnable told = () -> other.happen(receiver -> receiver.onLost(loss));
        deliver(node, other.node(), Message.Lane.DATA, told);
      }
    }
  }
}
