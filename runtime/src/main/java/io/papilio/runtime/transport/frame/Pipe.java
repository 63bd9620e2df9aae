package io.papilio.runtime.transport.frame;

import java.io.IOException;

/**
 * One connection's way to move frames, both ways, without blocking: a socket, or rings in shared
 * memory. Used by one thread at a time, except that frames may be released by any.
 */
public interface Pipe extends AutoCloseable {
  /** Writes as much of the outbox as there is room for now; whether anything was written. */
  boolean write(Outbox outbox, long nowNanos) throws IOException;

  /**
   * Hands over what has arrived, or a good part of it; whether there was anything.
   *
   * @throws java.io.EOFException when nothing more can come
   */
  boolean read(Frame.Sink sink) throws IOException;

  /** The selector has found something on the channel. */
  default void selected() {}

  /** Whether there is something to read that no selector tells of. */
  default boolean isReady() {
    return false;
  }

  /**
   * Before its user sleeps: from now on the selector tells of all that comes, and of room for what
   * did not fit. False if there is no need to sleep.
   */
  default boolean sleep() {
    return true;
  }

  /** After {@link #sleep}, when its user is awake again. */
  default void awake() {}

  /** What the selector is to watch for. */
  int interest();

  /** Whether all that was written has left this process. */
  boolean isFlushed();

  @Override
  void close();
}
