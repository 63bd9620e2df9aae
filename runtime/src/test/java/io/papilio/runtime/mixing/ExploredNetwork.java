package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A network without time: what is under way arrives when somebody says so, in any order that links
 * allow. A put is under way in two halves.
 */
final class ExploredNetwork {
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Map<String, Deque<Delivery>> links = new TreeMap<>();
  private final Map<String, Box> boxes = new TreeMap<>();

  private record Delivery(String description, Runnable action) {}

  ExploredNetwork(int nodes) {
    for (int node = 0; node < nodes; node++) {
      endpoints.add(new Endpoint(node));
    }
  }

  int size() {
    return endpoints.size();
  }

  Transport transport(int node) {
    return endpoints.get(node);
  }

  /** The links on which something can arrive now. */
  List<String> ready() {
    return links.keySet().stream().filter(link -> !links.get(link).isEmpty()).toList();
  }

  void deliver(String link) {
    links.get(link).remove().action.run();
  }

  /** What is under way and what lies in mailboxes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    links.forEach(
        (link, queue) ->
            text.append(link).append(queue.stream().map(Delivery::description).toList()));
    return text.append(boxes).toString();
  }

  private void add(int source, int target, Message.Lane lane, Delivery delivery) {
    links.computeIfAbsent(source + ">" + target + lane, key -> new ArrayDeque<>()).add(delivery);
  }

  private Box box(int source, int target, long channel, ElementType type, int length) {
    return boxes.computeIfAbsent(
        source + ">" + target + "/" + channel, key -> new Box(Slice.allocate(type, length)));
  }

  private static final class Box implements Mailbox {
    private final Slice elements;
    private long header;
    private long footer;

    Box(Slice elements) {
      this.elements = elements;
    }

    @Override
    public long read(Slice into) {
      elements.copyTo(into);
      return header == footer ? footer : TORN;
    }

    @Override
    public String toString() {
      return header + "|" + footer;
    }
  }

  private final class Endpoint implements Transport {
    private final int node;
    private final Queue<Consumer<Receiver>> events = new ArrayDeque<>();
    private Runnable turn = () -> {};

    Endpoint(int node) {
      this.node = node;
    }

    @Override
    public int node() {
      return node;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    private void happen(Consumer<Receiver> event) {
      events.add(event);
      turn.run();
    }

    @Override
    public boolean send(Message message) {
      Message.Owner releaser = released -> happen(receiver -> receiver.onReleased(message));
      Endpoint target = endpoints.get(message.target());
      add(
          node,
          message.target(),
          message.lane(),
          new Delivery(
              message.kind() + "@" + message.operation(),
              () ->
                  target.happen(receiver -> receiver.onMessage(message.arrived(node, releaser)))));
      return false;
    }

    @Override
    public void put(int target, long channel, long version, Slice elements) {
      Box box = box(node, target, channel, elements.type(), elements.length());
      Slice copy = Slice.allocate(elements.type(), elements.length());
      elements.copyTo(copy);
      int half = copy.length() / 2;
      add(
          node,
          target,
          Message.Lane.DATA,
          new Delivery(
              "put " + version,
              () -> {
                box.header = version;
                copy.slice(0, half).copyTo(box.elements.slice(0, half));
              }));
      add(
          node,
          target,
          Message.Lane.DATA,
          new Delivery(
              "and " + version,
              () -> {
                Slice rest = copy.slice(half, copy.length());
                rest.copyTo(box.elements.slice(half, copy.length()));
                box.footer = version;
              }));
    }

    @Override
    public Mailbox mailbox(int source, long channel, ElementType type, int length) {
      return box(source, node, channel, type, length);
    }

    @Override
    public void forget(long channel) {}

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
    public void await(long untilNanos) {
      throw new IllegalStateException("nobody blocks here");
    }

    @Override
    public void wake() {}

    @Override
    public void close() {}
  }
}
