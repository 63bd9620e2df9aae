package io.papilio.runtime.transport.frame;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What waits to be written to one peer. Messages wait as they are, in the sender's memory; puts
 * wait as copies, and a newer one takes the place of one that has not begun to leave, so that a
 * slow link costs no memory.
 */
public final class Outbox {
  private final int target;
  private final Lane lane;
  private final TokenBucket bucket;
  private final Consumer<Message> written;
  private final Deque<Object> waiting = new ArrayDeque<>();
  private Message bye;
  private Message beat;
  private Message piece;

  /** A put under way: the copied elements, and how many of them have left. */
  private static final class Put {
    private final long channel;
    private final Slice elements;
    private long version;
    private int sent;

    Put(long channel, Slice elements) {
      this.channel = channel;
      this.elements = elements;
    }
  }

  /** The bucket may be null: no limit. {@code written} hears of each message that has left. */
  public Outbox(int target, Lane lane, TokenBucket bucket, Consumer<Message> written) {
    this.target = target;
    this.lane = lane;
    this.bucket = bucket;
    this.written = written;
  }

  public synchronized void add(Message message) {
    waiting.add(message);
  }

  public synchronized void put(long channel, long version, Slice elements) {
    Put put = null;
    for (Object each : waiting) {
      if (each instanceof Put other && other.channel == channel && other.sent == 0) {
        put = piece == null || waiting.peek() != other ? other : null;
      }
    }
    if (put == null) {
      put = new Put(channel, elements.copy());
      waiting.add(put);
    } else {
      elements.copyTo(put.elements);
    }
    put.version = version;
  }

  /** Nothing will follow what waits. The peer hears it on each of {@code links}. */
  public synchronized void bye(int links) {
    bye = Message.to(target, lane, 0).kind(links);
    waiting.add(bye);
  }

  /** A sign of life, ahead of all that waits, whatever the limit. */
  public synchronized void beat() {
    beat = Message.to(target, lane, 0);
  }

  /** Forgets messages that have not been written. */
  public synchronized void withdraw(Predicate<Message> which) {
    waiting.removeIf(each -> each != bye && each instanceof Message next && which.test(next));
  }

  public synchronized boolean isEmpty() {
    return waiting.isEmpty() && beat == null;
  }

  /** When the next frame may leave; far away if there is none. */
  public synchronized long readyNanos(long nowNanos) {
    if (beat != null) {
      return nowNanos;
    }
    if (waiting.isEmpty()) {
      return Long.MAX_VALUE;
    }
    return bucket == null ? nowNanos : bucket.readyNanos(nowNanos, Frame.size(next()));
  }

  /** What is to be written next, or null; the same until it is {@link #taken}. */
  public synchronized Message peek(long nowNanos) {
    if (beat != null) {
      return beat;
    }
    if (readyNanos(nowNanos) > nowNanos) {
      return null;
    }
    return next();
  }

  /** A message, or a piece of a put. */
  private Message next() {
    Object next = waiting.peek();
    if (next instanceof Put put && piece == null) {
      int most = Frame.MAX_PAYLOAD / put.elements.type().bytes();
      int to = put.sent + Math.min(most, put.elements.length() - put.sent);
      piece =
          Message.to(target, lane, put.channel)
              .operation(put.version)
              .sequence(put.sent)
              .epoch(put.elements.length())
              .payload(put.elements.slice(put.sent, to));
    }
    return next instanceof Message message ? message : piece;
  }

  /** The type of what {@link #peek} gave. */
  public synchronized Frame.Type type() {
    if (beat != null) {
      return Frame.Type.BEAT;
    }
    Object next = waiting.peek();
    if (next == bye && bye != null) {
      return Frame.Type.BYE;
    }
    return next instanceof Put ? Frame.Type.PUT : Frame.Type.MESSAGE;
  }

  /** What {@link #peek} gave was written. */
  public synchronized void taken() {
    if (beat != null) {
      beat = null;
      return;
    }
    Object next = waiting.peek();
    if (bucket != null) {
      bucket.take(Frame.size(next()));
    }
    if (next instanceof Put put) {
      put.sent += piece.payload().length();
      piece = null;
      if (put.sent < put.elements.length()) {
        return;
      }
    } else if (next != bye) {
      written.accept((Message) next);
    }
    waiting.remove();
  }

  /** Nothing more can be written. */
  public synchronized void clear() {
    waiting.clear();
    beat = null;
    piece = null;
  }
}
