package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;

/** How the updates of a mixer get from rank to rank, and into its payload. */
interface Exchange {
  /** Of {@link #combine}: more of the update has to come. */
  long WAITING = Long.MIN_VALUE;

  /** Sends this rank's update of an iteration to some; returns how many elements to each. */
  int publish(int iteration, int[] targets);

  /** Whether updates are combined as they come, before all of them are here. */
  default boolean streams() {
    return false;
  }

  /** Whether an update of a rank that may be used in an iteration is here, all of it. */
  default boolean isHere(int source, int iteration) {
    return true;
  }

  /**
   * Combines the update of a rank that is to be used in an iteration, as far as it is here. Returns
   * its version, which is its own iteration + 1, when that is all of it; {@link Mailbox#EMPTY} or
   * {@link Mailbox#TORN} if there is none to be used; or {@link #WAITING}.
   */
  long combine(int source, int iteration, double share);

  /** An update, or a piece of one, came as a message, which is the exchange's to release. */
  default void onMessage(int source, Message message) {
    throw new IllegalStateException("updates do not come as messages here: " + message);
  }

  /** A message with an update was released. */
  default void onReleased(Message message) {}

  /** Releases all that has come, and takes nothing more. */
  default void close() {}
}
