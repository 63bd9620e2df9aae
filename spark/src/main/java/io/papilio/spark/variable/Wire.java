package io.papilio.spark.variable;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;

/**
 * What managers and the coordinator say to each other; the operation is the variable.
 *
 * <pre>
 *   JOIN     to coordinator  I am here; text = where
 *   CLAIM    to coordinator  a task has committed; sequence = its partition, text = the shape
 *   ACCEPT   to manager      your oldest claim counts
 *   REFUSE   to manager      it does not: another counts for its partition, or nobody asks
 *   START    to managers     reduce what you hold; sequence = round, text = shape, who takes part
 *   DONE     to coordinator  I have the result; sequence = round
 *   FAILED   to coordinator  the round has failed here; text = why
 *   SETTLED  to managers     the result is safe: forget what you brought
 *   WANT     to coordinator  somebody waits for the result here
 *   COPY     to managers     the first named gives its result to the second; the same
 *   COPIED   to coordinator  I have it
 *   LOST     to manager      there is no result: text = partitions to be committed again, why
 *   ERROR    to manager      there will be none; text = why
 *   CLOSE    to managers     nobody needs it any more
 * </pre>
 */
final class Wire {
  /** Membership has 0, a first communicator 1, all others long hashes. */
  static final long CHANNEL = 2;

  static final int JOIN = 1;
  static final int CLAIM = 2;
  static final int ACCEPT = 3;
  static final int REFUSE = 4;
  static final int START = 5;
  static final int DONE = 6;
  static final int FAILED = 7;
  static final int SETTLED = 8;
  static final int WANT = 9;
  static final int COPY = 10;
  static final int COPIED = 11;
  static final int LOST = 12;
  static final int ERROR = 13;
  static final int CLOSE = 14;

  /** Characters that fit into a message: about two thousand executors. */
  static final int MOST_ADDRESSES = 120_000;

  /** What is longer than a message is cut: it is for people. */
  private static final int MOST_CHARACTERS = 20_000;

  private Wire() {}

  /** From a manager to the coordinator. */
  static Message tell(int kind, long variable) {
    return to(Transport.RENDEZVOUS, kind, variable);
  }

  static Message to(int target, int kind, long variable) {
    return Message.to(target, Message.Lane.CONTROL, CHANNEL).kind(kind).operation(variable);
  }

  static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
  }
}
