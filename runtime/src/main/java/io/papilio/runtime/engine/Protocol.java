package io.papilio.runtime.engine;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport.Loss;

/**
 * A state machine on a {@link Node}: it never blocks, never looks at a clock of its own, and does
 * something only when it is told of a message, a time or a loss. The node calls it from one thread
 * at a time.
 */
public interface Protocol {
  /** For {@link #nextTimeNanos}: no time is waited for. */
  long NEVER = Long.MAX_VALUE;

  /** Messages of this channel are for this machine. */
  long channel();

  /**
   * Older messages of the channel are dropped, newer ones kept for a successor. A machine that
   * outlives the groups is of epoch 0 for ever.
   */
  default int epoch() {
    return 0;
  }

  /** A message has come; the machine releases it, now or later. */
  void onMessage(Message message);

  /** A message that this machine sent was released. */
  default void onReleased(Message message) {}

  /** A node has gone; if it is this one, nothing more will come of what is under way. */
  void onLost(Loss loss);

  /** A link to a node broke; if the node is lost, that is said too. */
  default void onSuspect(int node, String reason) {}

  /** The time that was asked for, or a later one, has come. */
  default void onTime(long nowNanos) {}

  /** When {@link #onTime} is wanted next. */
  default long nextTimeNanos() {
    return NEVER;
  }
}
