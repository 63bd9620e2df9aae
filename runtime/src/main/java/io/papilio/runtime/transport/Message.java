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
 */
public final class Message {

  /** Messages of one lane between two nodes arrive in the order in which they were sent. */
  public enum Lane {
    CONTROL,
    DATA
  }

  private final int target;
  private final Lane lane;
  private final long channel;
  private final int kind;
  private final int epoch;
  private final long operation;
  private final int sequence;
  private final long digest;
  private final boolean more;

  private Slice payload;
  private int source;
  private Runnable releaser;

  private Message(Builder builder) {
    this.target = builder.target;
    this.lane = builder.lane;
    this.channel = builder.channel;
    this.kind = builder.kind;
    this.epoch = builder.epoch;
    this.operation = builder.operation;
    this.sequence = builder.sequence;
    this.digest = builder.digest;
    this.more = builder.more;
    this.payload = builder.payload;
  }

  /** A message for the protocol on {@code channel} of node {@code target}. */
  public static Builder to(int target, Lane lane, long channel) {
    return new Builder(target, lane, channel);
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

  /** The payload of a message built by {@link Builder#text}; of others, what it is. */
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

  /** For transports: marks it as arrived from a node, and says what a release has to do. */
  public Message arrived(int source, Runnable releaser) {
    this.source = source;
    this.releaser = releaser;
    return this;
  }

  /**
   * For receivers that will need it later only: if the payload lies in the transport's memory it is
   * copied, and the transport can go on. Does nothing to what was released.
   */
  public void keep() {
    if (!payload.isArray() && releaser != null) {
      payload = payload.copy();
      releaser.run();
      releaser = () -> {};
    }
  }

  /** For receivers, once: the payload is not needed any more. */
  public void release() {
    Runnable action = releaser;
    if (action == null) {
      throw new IllegalStateException("released twice, or never arrived: " + this);
    }
    releaser = null;
    action.run();
  }

  @Override
  public String toString() {
    return "%s kind %d from %d to %d: channel %x epoch %d operation %d sequence %d, %s"
        .formatted(lane, kind, source, target, channel, epoch, operation, sequence, payload);
  }

  /** Sets what most messages do without. */
  public static final class Builder {
    private final int target;
    private final Lane lane;
    private final long channel;
    private int kind;
    private int epoch;
    private long operation;
    private int sequence;
    private long digest;
    private boolean more;
    private Slice payload = Slice.EMPTY;

    private Builder(int target, Lane lane, long channel) {
      this.target = target;
      this.lane = lane;
      this.channel = channel;
    }

    public Builder kind(int value) {
      this.kind = value;
      return this;
    }

    public Builder epoch(int value) {
      this.epoch = value;
      return this;
    }

    public Builder operation(long value) {
      this.operation = value;
      return this;
    }

    public Builder sequence(int value) {
      this.sequence = value;
      return this;
    }

    public Builder digest(long value) {
      this.digest = value;
      return this;
    }

    public Builder more(boolean value) {
      this.more = value;
      return this;
    }

    public Builder payload(Slice value) {
      this.payload = value;
      return this;
    }

    public Builder text(String value) {
      return payload(Slice.of(value.getBytes(StandardCharsets.UTF_8)));
    }

    public Message build() {
      return new Message(this);
    }
  }
}
