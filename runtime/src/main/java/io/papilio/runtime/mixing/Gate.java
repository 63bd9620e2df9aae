package io.papilio.runtime.mixing;

import java.util.Set;

/**
 * The three hooks by which a {@link Consistency} governs mixing, on one rank: before a send, before
 * a reduce, and after a reduce. That the updates of an iteration have come whole, which is what
 * NOTIFY says, is seen by the {@link Exchange} that they come by.
 */
interface Gate {
  /** What gates say to each other; the iteration goes with it. */
  enum Signal {
    /** I have reduced the iteration; or, where a barrier is all there is, sent it. */
    ACK,
    /** Everybody has. */
    GO
  }

  /** How a gate tells its peers, and learns who they are. */
  interface Peers {
    int rank();

    int size();

    /** Whom this rank sends to in an iteration. */
    int[] targets(int iteration);

    /** Whom this rank hears from in an iteration. */
    int[] sources(int iteration);

    void tell(int rank, Signal signal, int iteration);
  }

  /** Whether this rank's update of an iteration may go out. */
  default boolean maySend(int iteration) {
    return true;
  }

  /** This rank's update of the iteration is on its way. */
  default void afterSend(int iteration) {}

  /** Whether the updates of an iteration may be combined, once they are here. */
  default boolean mayReduce(int iteration) {
    return true;
  }

  /** The updates of the iteration have been combined. */
  default void afterReduce(int iteration) {}

  void onSignal(int from, Signal signal, int iteration);

  /** Whom it waits for in an iteration, to let this rank send or reduce; for those who ask why. */
  Set<Integer> awaited(int iteration);

  /** The gate of a consistency. */
  static Gate of(Consistency consistency, Peers peers) {
    if (!consistency.overwrites()) {
      return new NotifyAckGate(peers, consistency.slack());
    }
    return consistency.barrier() ? new BarrierOnlyGate(peers) : new AspGate();
  }
}
