package io.papilio.runtime.transport;

import java.nio.charset.StandardCharsets;

/**
 * What travels between nodes: a few numbers that say what it is about, and a slice of elements.
 *
 * <pre>
 *   lane      CONTROL never waits behind DATA
 *   channel   which protocol instance it is for (a communicator, a mixer, membership)
 *   kind      what it means there
 *   epoch     the life of the group it was sent in; what is older is dropped
 *   operation, sequence, digest   as the protocol likes
 *   more      another message belongs to the same thing: it was cut
 *   payload   elements: the sender's own memory
 * </pre>
 *
 * The sender must leave those elements alone until the message comes back to it as released; the
 * receiver may read them until it calls {@link #release}. Between threads they are the same
 * elements. A transport that copies releases the sender's as soon as it has, and the receiver's lie
 * in memory of the transport's, of which there is only so much: what is not released holds up what
 * comes after it, unless it is {@linkplain #keep kept}.
 *
 * <p>What a message says is set before it is sent, and not changed until it is released.
 */
public final class Message {

  /** Messages of one lane between two nodes arrive in the order in which they were sent. */
  public enum Lane {
    CONTROL,
    DATA
  }

  /** Who lent the payload of a message that has arrived. */
  public interface Owner {
    /** The payload is not needed any more; from any thread. */
    void released(Message message);

    /** Nor is the message itself; within a turn of the node. */
    default void recycled(Message message) {}
  }

  private static final Owner NOBODY = message -> {};

  private int target;
  private Lane lane;
  private long channel;
  private int kind;
  private int epoch;
  private long operation;
  private int sequence;
  private long digest;
  private boolean more;
  private Slice payload = Slice.EMPTY;
  private int source;

  private Owner owner;
  private Owner keptFrom; // whose message it is, though the payload was copied
  private long ticket;
  private Slice window;
  private Slice room = Slice.EMPTY; // for a copy of the payload, again and again
  private Slice copy;

  /** A message for the protocol on {@code channel} of node {@code target}. */
  public static Message to(int target, Lane lane, long channel) {
    return new Message().address(target, lane, channel);
  }

  /** Makes this message one for something else, so that none has to be made. */
  public Message address(int newTarget, Lane newLane, long newChannel) {
    target = newTarget;
    lane = newLane;
    channel = newChannel;
    return this;
  }

  public Message kind(int value) {
    kind = value;
    return this;
  }

  public Message epoch(int value) {
    epoch = value;
    return this;
  }

  public Message operation(long value) {
    operation = value;
    return this;
  }

  public Message sequence(int value) {
    sequence = value;
    return this;
  }

  public Message digest(long value) {
    digest = value;
    return this;
  }

  public Message more(boolean value) {
    more = value;
    return this;
  }

  public Message payload(Slice value) {
    payload = value;
    return this;
  }

  public Message text(String value) {
    return payload(Slice.of(value.getBytes(StandardCharsets.UTF_8)));
  }

  /** For transports: the payload lies in their memory, at a byte that suits its type. */
  public Message payload(Memory memory, ElementType type, int byteOffset, int length) {
    if (window == null) {
      window = memory.slice(type, byteOffset, length);
    } else {
      window.aim(memory, type, byteOffset / type.bytes(), length);
    }
    return payload(window);
  }

  public int target() {
    return target;
  }

  public Lane lane() {
    return lane;
  }

  public long channel() {
    return channel;
  }

  public int kind() {
    return kind;
  }

  public int epoch() {
    return epoch;
  }

  public long operation() {
    return operation;
  }

  public int sequence() {
    return sequence;
  }

  public long digest() {
    return digest;
  }

  /** Whether the next message of this operation continues it. */
  public boolean more() {
    return more;
  }

  public Slice payload() {
    return payload;
  }

  /** The payload of a message built by {@link #text(String)}; of others, what it is. */
  public String text() {
    if (payload.type() != ElementType.BYTE) {
      return "(" + payload + ")";
    }
    Slice text = payload.isArray() ? payload : payload.copy();
    return new String(text.bytes(), text.offset(), text.length(), StandardCharsets.UTF_8);
  }

  /** The node that sent it; known to the receiver. */
  public int source() {
    return source;
  }

  /** For transports: marks it as arrived from a node, and says who has to hear of its release. */
  public Message arrived(int from, Owner lender) {
    source = from;
    owner = lender;
    keptFrom = null;
    return this;
  }

  /** For its owner: a number of the owner's own. */
  public long ticket() {
    return ticket;
  }

  public Message ticket(long value) {
    ticket = value;
    return this;
  }

  /**
   * For receivers that will need it later only: if the payload lies in the transport's memory it is
   * copied, and the transport can go on. Does nothing to what was released. A message that is used
   * again has the memory for a copy already.
   */
  public void keep() {
    if (!payload.isArray() && owner != null) {
      keptFrom = owner;
      owner = NOBODY;
      copyPayload();
      keptFrom.released(this);
    }
  }

  private void copyPayload() {
    int length = payload.length();
    if (copy == null || room.type() != payload.type() || room.length() < length) {
      room = Slice.allocate(payload.type(), length);
      copy = room.slice(0, length);
    } else {
      copy.aim(room, 0, length);
    }
    payload.copyTo(copy);
    payload = copy;
  }

  /** For receivers, once: the payload is not needed any more. */
  public void release() {
    takeOwner().released(this);
  }

  /** For receivers, in place of {@link #release}: nor will anybody look at the message itself. */
  public void recycle() {
    Owner lender = takeOwner();
    lender.released(this);
    (keptFrom == null ? lender : keptFrom).recycled(this);
  }

  private Owner takeOwner() {
    Owner lender = owner;
    if (lender == null) {
      throw new IllegalStateException("released twice, or never arrived: " + this);
    }
    owner = null;
    return lender;
  }

  /** Whether it has arrived and is not released yet. */
  public boolean isHeld() {
    return owner != null;
  }

  @Override
  public String toString() {
    return "%s kind %d from %d to %d: channel %x epoch %d operation %d sequence %d, %s"
        .formatted(lane, kind, source, target, channel, epoch, operation, sequence, payload);
  }
}
