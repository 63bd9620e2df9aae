package io.papilio.runtime.mixing;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

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
  private static final int KEEPER = 0;

  private final Peers peers;
  private final int[] reached;
  private int open = -1;

  BarrierOnlyGate(Peers peers) {
    this.peers = peers;
    this.reached = new int[peers.size()];
    Arrays.fill(reached, -1);
  }

  @Override
  public void afterSend(int iteration) {
    if (peers.rank() == KEEPER) {
      onSignal(KEEPER, Signal.ACK, iteration);
    } else {
      peers.tell(KEEPER, Signal.ACK, iteration);
    }
  }

  @Override
  public boolean mayReduce(int iteration) {
    return open >= iteration;
  }

  @Override
  public void onSignal(int from, Signal signal, int iteration) {
    if (signal == Signal.GO) {
      open = iteration;
      return;
    }
    reached[from] = iteration;
    if (behind(iteration).isEmpty()) {
      open = iteration;
      for (int rank = 1; rank < peers.size(); rank++) {
        peers.tell(rank, Signal.GO, iteration);
      }
    }
  }

  @Override
  public Set<Integer> awaited(int iteration) {
    if (mayReduce(iteration)) {
      return Set.of();
    }
    return peers.rank() == KEEPER ? behind(iteration) : Set.of(KEEPER);
  }

  private Set<Integer> behind(int iteration) {
    Set<Integer> ranks = new TreeSet<>();
    for (int rank = 0; rank < reached.length; rank++) {
      if (reached[rank] < iteration) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  @Override
  public String toString() {
    return "reached %s open %d".formatted(Arrays.toString(reached), open);
  }
}
