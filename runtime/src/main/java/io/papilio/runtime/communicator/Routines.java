package io.papilio.runtime.communicator;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.transport.ElementType;
import java.util.ArrayList;
import java.util.List;

/**
 * The dense operations that a communicator has made lately and is not making now: a call like one
 * of them finds all that it needs. So a loop that makes the same calls computes each schedule once,
 * and then allocates nothing.
 */
final class Routines {
  /** A training loop has a handful. */
  private static final int MOST = 16;

  private final CollectiveProtocol protocol;
  private final List<Routine> idle = new ArrayList<>(MOST);

  /**
   * One operation, and which calls it is for; the algorithm is null where the caller names none.
   */
  record Routine(
      Collective collective, Algorithm wanted, DenseCall call, Operation<Void> operation) {

    boolean isFor(Collective otherCollective, Algorithm otherWanted) {
      return collective.equals(otherCollective)
          && (wanted == otherWanted || wanted != null && wanted.equals(otherWanted));
    }
  }

  Routines(CollectiveProtocol protocol) {
    this.protocol = protocol;
  }

  /** An operation for such a call, or null. */
  synchronized Routine take(
      Collective collective, Algorithm wanted, Reduction reduction, ElementType type, int length) {
    for (int i = idle.size() - 1; i >= 0; i--) {
      Routine each = idle.get(i);
      if (each.call.isFor(reduction, type, length) && each.isFor(collective, wanted)) {
        return idle.remove(i);
      }
    }
    return null;
  }

  /** A new one. */
  Routine make(Collective collective, Algorithm wanted, DenseCall call) {
    return new Routine(collective, wanted, call, new Operation<>(call, protocol));
  }

  /** From now on algorithms may be chosen otherwise. */
  synchronized void forget() {
    idle.clear();
  }

  /** The operation has come to a good end. */
  void giveBack(Routine routine) {
    routine.operation.reset();
    routine.call.letGo();
    synchronized (this) {
      if (idle.size() == MOST) {
        idle.remove(0);
      }
      idle.add(routine);
    }
  }
}
