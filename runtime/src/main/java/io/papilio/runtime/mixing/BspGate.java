package io.papilio.runtime.mixing;

import java.util.Set;

/**
 * Bulk-synchronous: a reduce waits for the updates of all sources, a send until everybody has
 * reduced the iteration before. Rank 0 collects and says when.
 *
 * <pre>
 *   rank r   update t, NOTIFY t --> targets ... reduce t, ACK t --> rank 0
 *   rank 0   all have reduced t: GO t --> everybody
 * </pre>
 */
final class BspGate implements Gate {
  private final Notices notices;
  private final Barrier barrier;

  BspGate(Peers peers) {
    this.notices = new Notices(peers);
    this.barrier = new Barrier(peers);
  }

  @Override
  public Set<Integer> beforeSend(int iteration) {
    return barrier.awaited(iteration - 1);
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
    barrier.reach(iteration);
  }

  @Override
  public void onSignal(int from, Signal signal, int iteration) {
    switch (signal) {
      case NOTIFY -> notices.onNotify(from, iteration);
      case ACK -> barrier.onAck(from, iteration);
      case GO -> barrier.onGo(iteration);
    }
  }

  @Override
  public String toString() {
    return notices + " " + barrier;
  }
}
