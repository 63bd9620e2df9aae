package io.papilio.runtime.communicator;

import io.papilio.runtime.communicator.CollectiveException.Failure;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Why a communicator broke, if it did: what callers and listeners on this rank are told, and what
 * the other ranks are. The first failure counts; what follows is its consequence.
 *
 * <p>Used within turns only.
 */
final class Breakdown {
  /** A message can carry only so many characters, and nobody reads more. */
  private static final int MOST_REASON = 4_000;

  private final Node node;
  private final Group group;
  private final List<Consumer<CollectiveException>> listeners = new ArrayList<>();
  private Failure cause;

  Breakdown(Node node, Group group) {
    this.node = node;
    this.group = group;
  }

  boolean hasHappened() {
    return cause != null;
  }

  /** Sets the cause; listeners are told by {@link #tellListeners}, after callers. */
  void happen(Failure failure) {
    cause = failure;
  }

  /** What a caller gets who was at this point of its work. */
  CollectiveException exception(String where) {
    return new CollectiveException(
        cause,
        cause.rank() < 0 ? "" : node.transport().whereabouts(group.node(cause.rank())),
        "%s; seen by rank %d in epoch %d".formatted(where, group.rank(), group.epoch()));
  }

  /** The same message, to say who is to blame, and why. */
  Message describe(Message message) {
    String reason = cause.reason();
    return message
        .sequence(cause.rank())
        .text(reason.length() > MOST_REASON ? reason.substring(0, MOST_REASON) + " ..." : reason);
  }

  /** The failure that another rank has {@linkplain #describe described}. */
  static Failure described(Message message) {
    return Failure.of(message.sequence(), message.text());
  }

  /** The listener is told when it happens, or at once if it has. */
  void listen(Consumer<CollectiveException> listener) {
    listeners.add(listener);
    if (hasHappened()) {
      listener.accept(exception("no operation"));
    }
  }

  /** The listener is not told any more. */
  void forget(Consumer<CollectiveException> listener) {
    listeners.remove(listener);
  }

  void tellListeners() {
    List.copyOf(listeners).forEach(each -> each.accept(exception("no operation")));
  }
}
