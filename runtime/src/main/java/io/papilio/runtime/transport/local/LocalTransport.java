package io.papilio.runtime.transport.local;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Between threads of one JVM. A message is handed over as it is: the receiver reads the sender's
 * own array, and a release is handed back the same way.
 *
 * <pre>
 *   sender --- events of the receiver ---> poll          (arrived)
 *   poll   <-- events of the sender ------ release       (released)
 * </pre>
 */
public final class LocalTransport implements Transport {
  /**
   * About as long as an answer takes that comes at once; then the core is given to another rank.
   */
  private static final int SPINS = 200;

  /** Under a flood of messages the node's timers and callers must have their turn, too. */
  private static final int MOST_AT_ONCE = 1024;

  private final LocalNetwork network;
  private final int node;
  private final Queue<Consumer<Receiver>> control = new ConcurrentLinkedQueue<>();
  private final Queue<Consumer<Receiver>> data = new ConcurrentLinkedQueue<>();
  private volatile Thread sleeper;
  private volatile boolean woken;
  private volatile boolean closed;

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
  public void send(Message message) {
    if (closed) {
      return;
    }
    LocalTransport receiver = network.transport(message.target());
    Runnable releaser = () -> add(data, r -> r.onReleased(message));
    Consumer<Receiver> arrival = r -> r.onMessage(message.arrived(node, releaser));
    receiver.add(
        message.lane() == Message.Lane.CONTROL ? receiver.control : receiver.data, arrival);
  }

  void deliver(Loss loss) {
    add( // behind all that the lost node has sent, also what came while we looked at the data
        data,
        r -> {
          for (Consumer<Receiver> e = control.poll(); e != null; e = control.poll()) {
            e.accept(r);
          }
          r.onLost(loss);
        });
  }

  private void add(Queue<Consumer<Receiver>> queue, Consumer<Receiver> event) {
    if (closed) {
      return;
    }
    queue.add(event);
    wakeSleeper();
  }

  @Override
  public void put(int target, long channel, long version, Slice elements) {
    network
        .mailbox(node, target, channel, elements.type(), elements.length())
        .write(version, elements);
  }

  @Override
  public Mailbox mailbox(int source, long channel, ElementType type, int length) {
    return network.mailbox(source, node, channel, type, length);
  }

  @Override
  public void forget(long channel) {
    network.forget(node, channel);
  }

  @Override
  public boolean poll(Receiver receiver) {
    int count = 0;
    while (count < MOST_AT_ONCE) {
      Consumer<Receiver> event = control.poll();
      if (event == null) {
        event = data.poll();
      }
      if (event == null) {
        break;
      }
      event.accept(receiver);
      count++;
    }
    return count > 0;
  }

  @Override
  public void await(long untilNanos) {
    for (int i = 0; i < SPINS; i++) {
      if (hasEvents()) {
        woken = false;
        return;
      }
      Thread.onSpinWait();
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
