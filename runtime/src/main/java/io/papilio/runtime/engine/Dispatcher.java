package io.papilio.runtime.engine;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands each message to the machine of its channel, and losses and times to all of them.
 *
 * <pre>
 *   channel and epoch known     to its machine
 *   of a life that has ended    released
 *   else                        kept until a machine is attached that it is for
 * </pre>
 *
 * Used within turns only.
 */
final class Dispatcher implements Transport.Receiver {

  /** Channels that have ended, the latest of them: nothing comes for those before. */
  private static final class Remembered extends LinkedHashMap<Long, Integer> {
    private static final long serialVersionUID = 1;
    private static final int MOST = 10_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
      return size() > MOST;
    }
  }

  private final Transport transport;
  private Protocol[] protocols = {};
  private final Map<Long, Integer> detached = new Remembered();
  private final List<Message> early = new ArrayList<>();
  private final Map<Integer, Loss> losses = new HashMap<>();

  Dispatcher(Transport transport) {
    this.transport = transport;
  }

  void attach(Protocol protocol) {
    Protocol old = protocol(protocol.channel());
    List<Protocol> all = new ArrayList<>(List.of(protocols));
    all.remove(old);
    all.add(protocol);
    protocols = all.toArray(Protocol[]::new);
    List<Message> waiting = List.copyOf(early);
    early.clear();
    waiting.forEach(this::onMessage);
    losses.values().forEach(protocol::onLost);
  }

  void detach(Protocol protocol) {
    List<Protocol> all = new ArrayList<>(List.of(protocols));
    if (all.remove(protocol)) {
      protocols = all.toArray(Protocol[]::new);
      detached.merge(protocol.channel(), protocol.epoch(), Math::max);
    }
  }

  int machines() {
    return protocols.length;
  }

  /** The machine of a channel, or null; there are few, so they are just looked through. */
  private Protocol protocol(long channel) {
    for (Protocol each : protocols) {
      if (each.channel() == channel) {
        return each;
      }
    }
    return null;
  }

  /** Tells the machines whose time has come; whether there were any. */
  boolean fireTimers(long nowNanos) {
    boolean any = false;
    for (Protocol protocol : protocols) {
      if (protocol.nextTimeNanos() <= nowNanos) {
        protocol.onTime(nowNanos);
        any = true;
      }
    }
    return any;
  }

  long nextTimeNanos() {
    long next = Protocol.NEVER;
    for (Protocol protocol : protocols) {
      next = Math.min(next, protocol.nextTimeNanos());
    }
    return next;
  }

  @Override
  public void onMessage(Message message) {
    Protocol protocol = protocol(message.channel());
    if (protocol != null && protocol.epoch() == message.epoch()) {
      protocol.onMessage(message);
    } else if (isOver(message, protocol)) {
      message.release();
    } else {
      message.keep(); // nobody knows for how long, and others share the links
      early.add(message);
    }
  }

  /** Whether the message belongs to a life of its channel that has ended. */
  private boolean isOver(Message message, Protocol protocol) {
    int current =
        protocol == null ? detached.getOrDefault(message.channel(), -1) : protocol.epoch();
    return message.epoch() < current || protocol == null && message.epoch() == current;
  }

  @Override
  public void onReleased(Message message) {
    Protocol protocol = protocol(message.channel());
    if (protocol != null && protocol.epoch() == message.epoch()) {
      protocol.onReleased(message);
    }
  }

  @Override
  public void onLost(Loss loss) {
    if (losses.putIfAbsent(loss.node(), loss) == null) {
      if (loss.node() != transport.node()) {
        transport.drop(loss.node());
      }
      for (Protocol protocol : protocols) {
        protocol.onLost(loss);
      }
    }
  }

  @Override
  public void onSuspect(int suspect, String reason) {
    for (Protocol protocol : protocols) {
      protocol.onSuspect(suspect, reason);
    }
  }
}
