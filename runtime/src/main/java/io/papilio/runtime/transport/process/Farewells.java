package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who has left, and how. A peer that leaves says so on each of its links, and how many these are,
 * so that it is gone only when the last words have come on all of them. A link that just breaks is
 * a suspicion, after a moment in which it may turn out that the peer had said goodbye on another.
 */
final class Farewells {
  private static final long GRACE_NANOS = 200_000_000L;

  private final Set<Integer> gone = new HashSet<>();
  private final Map<Integer, Integer> byes = new HashMap<>();
  private final Map<Integer, Break> breaks = new HashMap<>();
  private final List<Loss> orderly = new ArrayList<>();

  private record Break(String reason, long dueNanos) {}

  /** Nothing is to be said to this peer, or about it, any more. */
  boolean gone(int peer) {
    breaks.remove(peer);
    return gone.add(peer);
  }

  boolean isGone(int peer) {
    return !gone.isEmpty() && gone.contains(peer);
  }

  /** A peer has said goodbye on one of its {@code links}. */
  void bye(int peer, int links) {
    if (byes.merge(peer, 1, Integer::sum) >= links && gone(peer)) {
      orderly.add(new Loss(peer, true, "left"));
    }
  }

  void broken(int peer, String reason, long nowNanos) {
    if (!isGone(peer)) {
      breaks.putIfAbsent(peer, new Break(reason, nowNanos + GRACE_NANOS));
    }
  }

  /** What is to be told by now, once. */
  List<Loss> due(long nowNanos) {
    if (orderly.isEmpty() && breaks.isEmpty()) {
      return List.of();
    }
    List<Loss> due = new ArrayList<>(orderly);
    orderly.clear();
    breaks.forEach(
        (peer, each) -> {
          if (each.dueNanos <= nowNanos && gone.add(peer)) {
            due.add(new Loss(peer, false, each.reason));
          }
        });
    breaks.keySet().removeAll(gone);
    return due;
  }

  /** When something will be due. */
  long nextNanos() {
    return breaks.values().stream().mapToLong(Break::dueNanos).min().orElse(Long.MAX_VALUE);
  }
}
