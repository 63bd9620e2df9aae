package io.papilio.runtime.transport.local;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Mailboxes;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Waiting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Between threads of one JVM. A message is handed over as it is: the receiver reads the sender's
 * own array, and a release is handed back the same way.
 *
 * <pre>{@code
 * sender --- events of the receiver ---> poll          (arrived)
 * poll   <-- events of the sender ------ release       (released)
 * }</pre>
 */
public final class LocalTransport implements Transport, Message.Owner {
  /** Under a flood of messages the node's timers and callers must have their turn, too. */
  private static final int MOST_AT_ONCE = 1024;

  private final LocalNetwork network;
  private final int node;
  private final Events control = new Events();
  private final Events data = new Events();
  private final Mailboxes mailboxes = new Mailboxes();
  private final BooleanSupplier hasEvents = this::hasEvents;
  private volatile Thread sleeper;
  private volatile boolean woken;
  private volatile boolean closed;

  /**
   * What has happened, in order: a message that is held has arrived, one that is not has come back.
   */
  private static final class Events {
    private final Deque<Object> queue = new ArrayDeque<>();
    private volatile int size;

    synchronized void add(Object event) {
      queue.add(event);
      size = queue.size();
    }

    boolean isEmpty() {
      return size == 0;
    }

    /** The oldest, or null; costs nothing if there is none. */
    Object poll() {
      return size == 0 ? null : take();
    }

    private synchronized Object take() {
      Object event = queue.poll();
      size = queue.size();
      return event;
    }
  }

  LocalTransport(LocalNetwork network, int node) {
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
    if (!closed) {
      LocalTransport receiver = network.transport(message.target());
      boolean control = message.lane() == Message.Lane.CONTROL;
      message.arrived(node, this);
      receiver.add(control ? receiver.control : receiver.data, message);
    }
    return false;
  }

  /** A message of ours is done with: that is told like all that happens to this node. */
  @Override
  public void released(Message message) {
    add(data, message);
  }

  /** Comes behind all that the lost node has sent. */
  void deliver(Loss loss) {
    add(data, loss);
  }

  private void add(Events queue, Object event) {
    if (!closed) {
      queue.add(event);
      wakeSleeper();
    }
  }

  @Override
  public void put(int target, long channel, long version, Slice elements) {
    network
        .transport(target)
        .mailboxes
        .find(node, channel, elements.type(), elements.length())
        .ifPresent(mailbox -> mailbox.write(version, elements));
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
    int count = 0;
    while (count < MOST_AT_ONCE) {
      Object event = control.poll();
      if (event == null) {
        event = data.poll();
      }
      if (event == null) {
        break;
      }
      tell(receiver, event);
      count++;
    }
    return count > 0;
  }

  private void tell(Receiver receiver, Object event) {
    if (event instanceof Loss loss) {
      for (Object last = control.poll(); last != null; last = control.poll()) {
        tell(receiver, last); // what came while we looked at the data
      }
      receiver.onLost(loss);
    } else {
      Message message = (Message) event;
      if (message.isHeld()) {
        receiver.onMessage(message);
      } else {
        receiver.onReleased(message);
      }
    }
  }

  @Override
  public void await(long untilNanos) {
    if (Waiting.spin(hasEvents, network.isCrowded())) {
      woken = false;
      return;
    }
    sleeper = Thread.currentThread();
    try {
      long nanos = untilNanos - nanoTime();
      while (!hasEvents() && nanos > 0 && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(this, nanos);
        nanos = untilNanos - nanoTime();
      }
    } finally {
      sleeper = null;
      woken = false;
    }
  }

  private boolean hasEvents() {
    return woken || !control.isEmpty() || !data.isEmpty();
  }

  @Override
  public void wake() {
    woken = true;
    wakeSleeper();
  }

  private void wakeSleeper() {
    Thread thread = sleeper;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      network.tellOthers(new Loss(node, true, "left"));
    }
  }
}
