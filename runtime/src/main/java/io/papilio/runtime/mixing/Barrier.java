package io.papilio.runtime.mixing;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** Nobody passes before all have reached it: rank 0 collects the ACKs and says GO. */
final class Barrier {
  private static final int KEEPER = 0;

  private final Gate.Peers peers;
  private final int[] reached;
  private int open = -1;

  Barrier(Gate.Peers peers) {
    this.peers = peers;
    this.reached = new int[peers.size()];
    Arrays.fill(reached, -1);
  }

  /** This rank has reached the barrier of an iteration. */
  void reach(int iteration) {
    if (peers.rank() == KEEPER) {
      onAck(KEEPER, iteration);
    } else {
      peers.tell(KEEPER, Gate.Signal.ACK, iteration);
    }
  }

  void onAck(int from, int iteration) {
    reached[from] = iteration;
    if (behind(iteration).isEmpty()) {
      open = iteration;
      for (int rank = 1; rank < peers.size(); rank++) {
        peers.tell(rank, Gate.Signal.GO, iteration);
      }
    }
  }

  void onGo(int iteration) {
    open = iteration;
  }

  /** Whom this rank has to hear from before it may pass. */
  Set<Integer> awaited(int iteration) {
    if (open >= iteration) {
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
