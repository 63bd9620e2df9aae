package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;

/** How the updates of a mixer get from rank to rank. */
interface Exchange {
  /**
   * Sends an update, the first {@code written} elements of a buffer, to the ranks; the elements may
   * change when the call returns. Returns how many travel to each.
   */
  int publish(int iteration, Slice buffer, int written, int[] targets);

  /**
   * Copies the update of a rank that is to be used in an iteration; returns the version, which is
   * its own iteration + 1, or {@link Mailbox#EMPTY} or {@link Mailbox#TORN}.
   */
  long read(int source, int iteration, Slice into);

  /** An update came as a message, which is released behind this. */
  default void onMessage(int source, Message message) {
    throw new IllegalStateException("updates do not come as messages here: " + message);
  }

  /** A message with an update was released. */
  default void onReleased(Message message) {}
}
