package io.papilio.runtime.mixing;

import java.util.Set;

/**
 * The three hooks by which a {@link Consistency} governs mixing, on one rank. A gate answers with
 * the ranks that still have to be heard from: none means go.
 */
interface Gate {
  /** What gates say to each other; the iteration goes with it. */
  enum Signal {
    /** The update of the iteration has been sent to you: it is complete. */
    NOTIFY,
    /** I have reduced the iteration; or, where a barrier is all there is, sent it. */
    ACK,
    /** Everybody has. */
    GO
  }

  /** How a gate tells its peers, and learns who they are. */
  interface Peers {
    int rank();

    int size();

    /** After how many iterations targets and sources repeat. */
    int period();

    /** Whom this rank sends to in an iteration. */
    int[] targets(int iteration);

    /** Whom this rank hears from in an iteration. */
    int[] sources(int iteration);

    void tell(int rank, Signal signal, int iteration);
  }

  /** Whom to wait for before this rank's update of an iteration may go out. */
  Set<Integer> beforeSend(int iteration);

  /** This rank's update of the iteration is on its way. */
  void afterSend(int iteration);

  /** Whom to wait for before the updates of an iteration may be combined. */
  Set<Integer> beforeReduce(int iteration);

  /** The updates of the iteration have been combined. */
  void afterReduce(int iteration);

  void onSignal(int from, Signal signal, int iteration);

  /** The gate of a consistency. */
  static Gate of(Consistency consistency, Peers peers) {
    if (consistency.barrier()) {
      return consistency.overwrites() ? new BarrierOnlyGate(peers) : new BspGate(peers);
    }
    return consistency.overwrites() ? new AspGate() : new NotifyAckGate(peers, consistency.slack());
  }
}
