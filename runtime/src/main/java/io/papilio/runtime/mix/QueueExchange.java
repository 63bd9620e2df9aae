package io.papilio.runtime.mix;

import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Every update is kept until a newer one has been used: a rank that is ahead does not overwrite
 * what a rank behind it still needs. Updates of a later iteration are held back.
 */
final class QueueExchange implements Exchange {

  /** How an update is sent as a message. */
  interface Port {
    Message send(int target, int iteration, Slice update);
  }

  private final Port port;
  private final Map<Integer, NavigableMap<Long, Slice>> held = new HashMap<>();
  private final Map<Message, Slice> inFlight = new IdentityHashMap<>();
  private final Deque<Slice> spare = new ArrayDeque<>();

  QueueExchange(Port port) {
    this.port = port;
  }

  @Override
  public void publish(int iteration, Slice update, int[] targets) {
    for (int target : targets) {
      Slice copy = copyOf(update);
      inFlight.put(port.send(target, iteration, copy), copy);
    }
  }

  private Slice copyOf(Slice update) {
    Slice copy =
        spare.isEmpty() ? Slice.allocate(update.type(), update.length()) : spare.removeLast();
    update.copyTo(copy);
    return copy;
  }

  @Override
  public void onReleased(Message message) {
    spare.addLast(inFlight.remove(message));
  }

  @Override
  public void onMessage(int source, Message message) {
    held.computeIfAbsent(source, rank -> new TreeMap<>())
        .put(message.operation() + 1, copyOf(message.payload()));
    message.release();
  }

  @Override
  public long read(int source, int iteration, Slice into) {
    NavigableMap<Long, Slice> updates = held.getOrDefault(source, new TreeMap<>());
    Map.Entry<Long, Slice> newest = updates.floorEntry(iteration + 1L);
    if (newest == null) {
      return Mailbox.EMPTY;
    }
    newest.getValue().copyTo(into);
    NavigableMap<Long, Slice> older = updates.headMap(newest.getKey(), false);
    spare.addAll(older.values());
    older.clear();
    return newest.getKey();
  }

  @Override
  public String toString() {
    Map<Integer, Object> versions = new TreeMap<>();
    held.forEach((source, updates) -> versions.put(source, updates.keySet()));
    return "held " + versions;
  }
}
