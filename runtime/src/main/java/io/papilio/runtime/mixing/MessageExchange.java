package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Updates as messages: nothing is overwritten, and nothing is copied that can be used where it
 * lies.
 *
 * <pre>
 *   threads     state --copy--> room ---------------------------> combined from there
 *   processes   state --copy--> ring or socket -----------------> combined from there
 * </pre>
 *
 * Without slack an update is combined as it comes, piece by piece, in the iteration that it is of.
 * With slack it is kept: the newest that is there is combined, perhaps more than once, and updates
 * of later iterations are held back.
 */
final class MessageExchange implements Exchange {

  /** How updates are sent. */
  interface Port {
    /** A message to a rank that says what it is and nothing else, with a slice of its own. */
    Message message(int target);

    /** Sends it; returns whether it was released at once. */
    boolean send(Message message);

    /** The most that one message can carry. */
    long maxPayloadBytes();

    /** Whether receivers read the sender's own memory, and not a copy. */
    boolean lends();
  }

  /** What the state was copied to, and how many messages show parts of it. */
  private static final class Room {
    private final Slice elements;
    private int messages;

    Room(Slice elements) {
      this.elements = elements;
    }
  }

  /** What has come from one rank: pieces of updates, in order. */
  private static final class Inbox {
    private final Deque<Message> pieces = new ArrayDeque<>();
    private int newest = -1; // iteration of an update that is complete
  }

  private final Port port;
  private final Payload payload;
  private final int slack;
  private final Inbox[] inboxes;
  private final Deque<Room> spare = new ArrayDeque<>();
  private final Map<Message, Room> inFlight = new IdentityHashMap<>();
  private Slice whole; // of an update that came in pieces, for payloads that take none

  MessageExchange(Port port, Payload payload, int slack, int size) {
    this.port = port;
    this.payload = payload;
    this.slack = slack;
    this.inboxes = new Inbox[size];
    for (int rank = 0; rank < size; rank++) {
      inboxes[rank] = new Inbox();
    }
  }

  @Override
  public int publish(int iteration, int[] targets) {
    Room room = spare.isEmpty() ? new Room(allocate()) : spare.removeLast();
    Slice state = payload.encode(room.elements);
    if (port.lends()) {
      state = copied(state, room);
    }
    for (int target : targets) {
      state = send(target, iteration, state, room);
    }
    if (room.messages == 0) {
      spare.addLast(room);
    }
    return state.length();
  }

  private Slice allocate() {
    return Slice.allocate(payload.type(), payload.length());
  }

  /** Returns the same elements in a room. */
  private static Slice copied(Slice state, Room room) {
    if (state.array() == room.elements.array()) {
      return state;
    }
    Slice copy =
        state.length() == room.elements.length()
            ? room.elements
            : room.elements.slice(0, state.length());
    state.copyTo(copy);
    return copy;
  }

  /**
   * Sends the state in pieces that messages can carry. What does not leave at once must outlast the
   * state: it is copied. Returns where the state lies from then on.
   */
  private Slice send(int target, int iteration, Slice state, Room room) {
    int most = (int) Math.min(port.maxPayloadBytes() / state.type().bytes(), Integer.MAX_VALUE);
    Slice source = state;
    int from = 0;
    do {
      int to = source.length() - from > most ? from + most : source.length();
      Message message = port.message(target).operation(iteration).sequence(from);
      message.more(to < source.length()).payload().aim(source, from, to);
      if (!port.send(message)) {
        source = copied(source, room);
        message.payload().aim(source, from, to);
        room.messages++;
        inFlight.put(message, room);
      }
      from = to;
    } while (from < source.length());
    return source;
  }

  @Override
  public void onReleased(Message message) {
    Room room = inFlight.remove(message);
    if (room != null && --room.messages == 0) {
      spare.addLast(room);
    }
  }

  @Override
  public void onMessage(int source, Message message) {
    Inbox inbox = inboxes[source];
    if (slack > 0) {
      message.keep(); // it may lie here for long, and others share the link
    }
    inbox.pieces.addLast(message);
    if (!message.more()) {
      inbox.newest = (int) message.operation();
    }
  }

  @Override
  public boolean streams() {
    return slack == 0;
  }

  @Override
  public boolean isHere(int source, int iteration) {
    return inboxes[source].newest >= iteration - slack;
  }

  @Override
  public long combine(int source, int iteration, double share) {
    Deque<Message> pieces = inboxes[source].pieces;
    if (slack > 0) {
      return combineNewest(pieces, iteration, share);
    }
    while (!pieces.isEmpty() && pieces.peek().operation() == iteration) {
      Message piece = pieces.peek();
      boolean isLast = !piece.more();
      combine(piece, share);
      pieces.remove().recycle(); // only now: what cannot be combined is released by close
      if (isLast) {
        return iteration + 1L;
      }
    }
    return WAITING;
  }

  /** Those that are older are not needed any more; nor is the newest, once a newer one is used. */
  private long combineNewest(Deque<Message> pieces, int iteration, double share) {
    long newest = -1;
    for (Message piece : pieces) {
      newest = !piece.more() && piece.operation() <= iteration ? piece.operation() : newest;
    }
    while (!pieces.isEmpty() && pieces.peek().operation() < newest) {
      pieces.remove().recycle();
    }
    for (Message piece : pieces) {
      if (piece.operation() == newest) {
        combine(piece, share);
      }
    }
    return newest < 0 ? Mailbox.EMPTY : newest + 1;
  }

  private void combine(Message piece, double share) {
    Slice elements = piece.payload();
    int from = piece.sequence();
    boolean isWhole = from == 0 && !piece.more();
    if (payload.takesPieces() || isWhole && elements.isArray()) {
      payload.combine(from, elements, share);
      return;
    }
    if (whole == null) {
      whole = allocate();
    }
    int to = from + elements.length();
    elements.copyTo(whole.slice(from, to));
    if (!piece.more()) {
      payload.combine(0, whole.slice(0, to), share);
    }
  }

  @Override
  public void close() {
    for (Inbox inbox : inboxes) {
      inbox.pieces.forEach(Message::release);
      inbox.pieces.clear();
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("here");
    for (Inbox inbox : inboxes) {
      text.append(' ').append(inbox.pieces.stream().map(Message::operation).toList());
    }
    return text.toString();
  }
}
