package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.ElementType;
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
 * what a rank behind it still needs. Updates of a later iteration are held back. An update that one
 * message cannot carry is cut, and is there when its last piece is. Only what was written travels.
 */
final class QueueExchange implements Exchange {

  /** How an update is sent as a message. */
  interface Port {
    /**
     * Sends a piece of an update, which begins at an element of it; returns the message, or null if
     * it has left at once.
     */
    Message send(int target, int iteration, int from, Slice piece, boolean more);

    /** The most that one message can carry. */
    long maxPayloadBytes();
  }

  /** A copy on its way, in so many pieces. */
  private static final class Flight {
    private final Slice copy;
    private int pieces;

    Flight(Slice copy) {
      this.copy = copy;
    }
  }

  /** An update that is there: the first elements of a buffer. */
  private record Held(Slice buffer, int written) {}

  private final Port port;
  private final ElementType type;
  private final int length;
  private final Map<Integer, NavigableMap<Long, Held>> held = new HashMap<>();
  private final Map<Integer, Slice> arriving = new HashMap<>();
  private final Map<Message, Flight> inFlight = new IdentityHashMap<>();
  private final Deque<Slice> spare = new ArrayDeque<>();

  /** For updates of at most so many elements. */
  QueueExchange(Port port, ElementType type, int length) {
    this.port = port;
    this.type = type;
    this.length = length;
  }

  @Override
  public int publish(int iteration, Slice buffer, int written, int[] targets) {
    int most = (int) Math.min(port.maxPayloadBytes() / type.bytes(), Integer.MAX_VALUE);
    for (int target : targets) {
      Flight flight = new Flight(spareSlice());
      buffer.slice(0, written).copyTo(flight.copy.slice(0, written));
      int from = 0;
      do {
        int to = written - from > most ? from + most : written;
        flight.pieces++;
        Slice piece = flight.copy.slice(from, to);
        Message message = port.send(target, iteration, from, piece, to < written);
        if (message == null) {
          flight.pieces--;
        } else {
          inFlight.put(message, flight);
        }
        from = to;
      } while (from < written);
      if (flight.pieces == 0) {
        spare.addLast(flight.copy);
      }
    }
    return written;
  }

  private Slice spareSlice() {
    return spare.isEmpty() ? Slice.allocate(type, length) : spare.removeLast();
  }

  @Override
  public void onReleased(Message message) {
    Flight flight = inFlight.remove(message);
    if (--flight.pieces == 0) {
      spare.addLast(flight.copy);
    }
  }

  @Override
  public void onMessage(int source, Message message) {
    Slice buffer = arriving.computeIfAbsent(source, rank -> spareSlice());
    int from = message.sequence();
    int to = from + message.payload().length();
    message.payload().copyTo(buffer.slice(from, to));
    if (!message.more()) {
      arriving.remove(source);
      held.computeIfAbsent(source, rank -> new TreeMap<>())
          .put(message.operation() + 1, new Held(buffer, to));
    }
  }

  @Override
  public long read(int source, int iteration, Slice into) {
    NavigableMap<Long, Held> updates = held.getOrDefault(source, new TreeMap<>());
    Map.Entry<Long, Held> newest = updates.floorEntry(iteration + 1L);
    if (newest == null) {
      return Mailbox.EMPTY;
    }
    int written = newest.getValue().written;
    newest.getValue().buffer.slice(0, written).copyTo(into.slice(0, written));
    NavigableMap<Long, Held> older = updates.headMap(newest.getKey(), false);
    older.values().forEach(update -> spare.addLast(update.buffer));
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
