package io.papilio.runtime.transport.simulated;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Mailboxes;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** One node's end of a {@link SimulatedNetwork}, which drives it. */
public final class SimulatedTransport implements Transport {
  private final SimulatedNetwork network;
  private final int node;
  private final Queue<Consumer<Receiver>> events = new ArrayDeque<>();
  private final Mailboxes mailboxes = new Mailboxes();
  private Runnable turn = () -> {};
  private long alarmNanos = Long.MAX_VALUE;
  private long pausedUntilNanos;
  private boolean dead;
  private boolean closed;

  SimulatedTransport(SimulatedNetwork network, int node) {
    this.network = network;
    this.node = node;
  }

  @Override
  public int node() {
    return node;
  }

  @Override
  public long nanoTime() {
    return network.nanoTime();
  }

  @Override
  public boolean send(Message message) {
    if (dead || closed) {
      return false;
    }
    int target = message.target();
    Runnable back = () -> happen(receiver -> receiver.onReleased(message));
    Message.Owner lender = lent -> network.deliver(target, node, Message.Lane.DATA, back);
    Runnable there =
        () ->
            network
                .transport(target)
                .happen(receiver -> receiver.onMessage(message.arrived(node, lender)));
    network.deliver(node, target, message.lane(), there);
    return false;
  }

  /** Something has come for this node: it is told at once, in a turn. */
  void happen(Consumer<Receiver> event) {
    if (!closed) {
      events.add(event);
      turn.run();
    }
  }

  @Override
  public void put(int target, long channel, long version, Slice elements) {
    if (!dead && !closed) {
      network.put(node, target, channel, version, elements);
    }
  }

  @Override
  public Mailbox mailbox(int source, long channel, ElementType type, int length) {
    return mailboxes.get(source, channel, type, length);
  }

  @Override
  public void forget(long channel) {
    mailboxes.forget(channel);
  }

  @Override
  public boolean poll(Receiver receiver) {
    boolean any = false;
    for (Consumer<Receiver> event = events.poll(); event != null; event = events.poll()) {
      event.accept(receiver);
      any = true;
    }
    return any;
  }

  @Override
  public boolean drive(Runnable newTurn) {
    this.turn = newTurn;
    return true;
  }

  @Override
  public void alarm(long atNanos) {
    if (atNanos != alarmNanos) {
      alarmNanos = atNanos;
      if (atNanos != Long.MAX_VALUE) {
        network.alarm(node, atNanos, () -> ring(atNanos));
      }
    }
  }

  private void ring(long forNanos) {
    if (forNanos == alarmNanos && !closed) { // else a turn in between has asked for another time
      alarmNanos = Long.MAX_VALUE;
      turn.run();
    }
  }

  /** Nobody can block in a world of one thread. */
  @Override
  public void await(long untilNanos) {
    throw new IllegalStateException("simulated nodes do not block");
  }

  @Override
  public void wake() {}

  @Override
  public void close() {
    if (!closed && !dead) {
      closed = true;
      network.leave(node);
    }
  }

  Mailboxes mailboxes() {
    return mailboxes;
  }

  void pauseUntil(long untilNanos) {
    pausedUntilNanos = Math.max(pausedUntilNanos, untilNanos);
  }

  long pausedUntilNanos() {
    return pausedUntilNanos;
  }

  void die() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }
}
