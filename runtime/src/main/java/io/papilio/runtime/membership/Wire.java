package io.papilio.runtime.membership;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.Arrays;
import java.util.List;

/**
 * What nodes and the rendezvous say to each other.
 *
 * <pre>
 *   BEAT    both ways       I live
 *   READY   to rendezvous   I want to be in the next group
 *   UNREADY to rendezvous   I do not wait for it any more
 *   VIEW    to nodes        operation = its epoch, payload = its nodes
 *   DEAD    to nodes        operation = who, text = why
 * </pre>
 */
final class Wire {
  static final long CHANNEL = 0;
  static final int BEAT = 1;
  static final int READY = 2;
  static final int VIEW = 3;
  static final int DEAD = 4;
  static final int UNREADY = 5;

  private Wire() {}

  static Message beat(int target) {
    return builder(target, BEAT).build();
  }

  static Message ready(int target) {
    return builder(target, READY).build();
  }

  static Message unready(int target) {
    return builder(target, UNREADY).build();
  }

  static Message view(int target, int epoch, List<Integer> nodes) {
    int[] payload = nodes.stream().mapToInt(Integer::intValue).toArray();
    return builder(target, VIEW).operation(epoch).payload(Slice.of(payload)).build();
  }

  static List<Integer> nodes(Message view) {
    Slice payload = view.payload();
    return Arrays.stream(payload.ints(), payload.offset(), payload.offset() + payload.length())
        .boxed()
        .toList();
  }

  static Message dead(int target, int node, String reason) {
    return builder(target, DEAD).operation(node).text(reason).build();
  }

  private static Message.Builder builder(int target, int kind) {
    return Message.to(target, Message.Lane.CONTROL, CHANNEL).kind(kind);
  }
}
