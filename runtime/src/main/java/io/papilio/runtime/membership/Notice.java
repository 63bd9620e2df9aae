package io.papilio.runtime.membership;

import io.papilio.runtime.transport.Message;
import java.util.Map;

/**
 * What nodes and the rendezvous say to each other.
 *
 * <pre>
 *   BEAT    both ways       I live
 *   READY   to rendezvous   I want to be in the next group; text = where I am, operation = 1 if
 *                           others than those of the last group may be in it, else 0
 *   UNREADY to rendezvous   I do not wait for it any more
 *   SUSPECT to rendezvous   I cannot reach a node; operation = which, text = why
 *   FAILED  to rendezvous   I am about to end; text = why
 *   VIEW    to nodes        operation = its epoch; text = its nodes, one a line, and where they are
 *   DEAD    to nodes        operation = who, text = why
 *   LEFT    to nodes        operation = who has left in an orderly way
 *   WAITING to nodes        whom the group waits for; text = in words
 *   REFUSED to nodes        there is no group for you; text = why
 * </pre>
 */
final class Notice {
  static final long CHANNEL = 0;
  static final int BEAT = 1;
  static final int READY = 2;
  static final int VIEW = 3;
  static final int DEAD = 4;
  static final int UNREADY = 5;
  static final int SUSPECT = 6;
  static final int FAILED = 7;
  static final int LEFT = 8;
  static final int REFUSED = 9;
  static final int WAITING = 10;

  /** A reason that is longer says the rest to nobody. */
  private static final int MOST_CHARACTERS = 2_000;

  private Notice() {}

  static Message beat(int target) {
    return builder(target, BEAT);
  }

  static Message ready(int target, String address, boolean newcomers) {
    return builder(target, READY).operation(newcomers ? 1 : 0).text(address);
  }

  static Message unready(int target) {
    return builder(target, UNREADY);
  }

  static Message suspect(int target, int node, String reason) {
    return builder(target, SUSPECT).operation(node).text(cut(reason));
  }

  static Message failed(int target, String reason) {
    return builder(target, FAILED).text(cut(reason));
  }

  /** The nodes in the order of their ranks, and their addresses. */
  static Message view(int target, int epoch, Map<Integer, String> addresses) {
    return builder(target, VIEW).operation(epoch).text(Addresses.text(addresses));
  }

  static Message dead(int target, int node, String reason) {
    return builder(target, DEAD).operation(node).text(cut(reason));
  }

  static Message left(int target, int node) {
    return builder(target, LEFT).operation(node);
  }

  static Message refused(int target, String reason) {
    return builder(target, REFUSED).text(cut(reason));
  }

  static Message waiting(int target, String text) {
    return builder(target, WAITING).text(cut(text));
  }

  private static String cut(String reason) {
    return reason.length() <= MOST_CHARACTERS ? reason : reason.substring(0, MOST_CHARACTERS);
  }

  private static Message builder(int target, int kind) {
    return Message.to(target, Message.Lane.CONTROL, CHANNEL).kind(kind);
  }
}
