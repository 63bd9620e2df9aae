package io.papilio.runtime.mix;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Bulk-synchronous: a reduce waits for the updates of all sources, a send until everybody has
 * reduced the iteration before. Rank 0 collects and says when.
 *
 * <pre>
 *   rank r   update t, NOTIFY t --> targets ... reduce t, ACK t --> rank 0
 *   rank 0   all have reduced t: GO t --> everybody
 * </pre>
 */
final class BarrierGate implements Gate {
  private static final int KEEPER = 0;

  private final Peers peers;
  private final Notices notices;
  private final int[] reduced;
  private int open = -1;

  BarrierGate(Peers peers) {
    this.peers = peers;
    this.notices = new Notices(peers);
    this.reduced = new int[peers.size()];
    Arrays.fill(reduced, -1);
  }

  @Override
  public Set<Integer> beforeSend(int iteration) {
    if (open >= iteration - 1) {
      return Set.of();
    }
    return peers.rank() == KEEPER ? behind(iteration - 1) : Set.of(KEEPER);
  }

  private Set<Integer> behind(int iteration) {
    Set<Integer> ranks = new TreeSet<>();
    for (int rank = 0; rank < reduced.length; rank++) {
      if (reduced[rank] < iteration) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  @Override
  public void afterSend(int iteration) {
    notices.tell(iteration);
  }

  @Override
  public Set<Integer> beforeReduce(int iteration) {
    return notices.missing(iteration, iteration);
  }

  @Override
  public void afterReduce(int iteration) {
    if (peers.rank() == KEEPER) {
      onSignal(KEEPER, Signal.ACK, iteration);
    } else {
      peers.tell(KEEPER, Signal.ACK, iteration);
    }
  }

  @Override
  public void onSignal(int from, Signal signal, int iteration) {
    switch (signal) {
      case NOTIFY -> notices.onNotify(from, iteration);
      case GO -> open = iteration;
      case ACK -> {
        reduced[from] = iteration;
        if (behind(iteration).isEmpty()) {
          open = iteration;
          for (int rank = 1; rank < peers.size(); rank++) {
            peers.tell(rank, Signal.GO, iteration);
          }
        }
      }
    }
  }

  @Override
  public String toString() {
    return "%s reduced %s open %d".formatted(notices, Arrays.toString(reduced), open);
  }
}
