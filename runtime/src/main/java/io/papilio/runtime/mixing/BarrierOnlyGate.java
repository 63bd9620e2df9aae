package io.papilio.runtime.mixing;

import java.util.Set;

/**
 * A barrier over one-sided writes that nobody notifies or acknowledges, for the lab: what Kadav and
 * Kruus ("ASAP", 2016) compare NOTIFY-ACK with. All write, meet at the barrier, reduce what is
 * there, and go straight on.
 *
 * <pre>
 *   rank a   write t ==> b    ACK t --> rank 0 --> GO t   reduce t   write t + 1 ==> b
 *   rank b   write t ==> a    ACK t --> rank 0 --> GO t   ......................  reduce t
 * </pre>
 *
 * The barrier says that all writes were begun, not that they have arrived: control messages
 * overtake data, so b may find the update of t - 1, half of t, or none. Nor does it keep a from
 * writing t + 1 over what b has yet to read; further ahead a cannot get, since it meets b at the
 * next barrier.
 */
final class BarrierOnlyGate implements Gate {
  private final Barrier barrier;

  BarrierOnlyGate(Peers peers) {
    this.barrier = new Barrier(peers);
  }

  @Override
  public Set<Integer> beforeSend(int iteration) {
    return Set.of();
  }

  @Override
  public void afterSend(int iteration) {
    barrier.reach(iteration);
  }

  @Override
  public Set<Integer> beforeReduce(int iteration) {
    return barrier.awaited(iteration);
  }

  @Override
  public void afterReduce(int iteration) {}

  @Override
  public void onSignal(int from, Signal signal, int iteration) {
    if (signal == Signal.ACK) {
      barrier.onAck(from, iteration);
    } else {
      barrier.onGo(iteration);
    }
  }

  @Override
  public String toString() {
    return barrier.toString();
  }
}
