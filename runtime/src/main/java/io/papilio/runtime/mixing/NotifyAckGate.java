package io.papilio.runtime.mixing;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * NOTIFY-ACK, with room for {@code slack} iterations between neighbours; stale-synchronous mixing
 * is the same protocol with more room, and bulk-synchronous mixing with none.
 *
 * <pre>
 *   sender     update t, whole (NOTIFY t)  ----->  receiver
 *              send t + 1 + slack  <---- ACK t --  after its reduce of t
 * </pre>
 *
 * A reduce of t waits until the update t - slack or a later one of every source is here. A send of
 * t waits until the targets of t - 1 - slack have reduced that iteration, so receivers hold at most
 * slack + 1 updates of each source that they hear from in every iteration. Waiting cannot go in
 * circles: a reduce waits for a rank that has yet to send the same iteration or an earlier one, a
 * send for a rank that has yet to reduce an earlier one, and everybody sends before it reduces.
 *
 * <p>So under slack 0 all combine the same updates as behind a barrier, to the bit, and no rank
 * waits for more than its neighbours.
 */
final class NotifyAckGate implements Gate {
  private final Peers peers;
  private final int slack;
  private final int[] acknowledged;

  NotifyAckGate(Peers peers, int slack) {
    this.peers = peers;
    this.slack = slack;
    this.acknowledged = new int[peers.size()];
    Arrays.fill(acknowledged, -1);
  }

  @Override
  public boolean maySend(int iteration) {
    int last = iteration - 1 - slack;
    if (last >= 0) {
      for (int target : peers.targets(last)) {
        if (acknowledged[target] < last) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void afterReduce(int iteration) {
    for (int source : peers.sources(iteration)) {
      peers.tell(source, Signal.ACK, iteration);
    }
  }

  /** With slack an iteration may be acknowledged before it was sent: an older update had to do. */
  @Override
  public void onSignal(int from, Signal signal, int iteration) {
    acknowledged[from] = iteration;
  }

  @Override
  public Set<Integer> awaited(int iteration) {
    Set<Integer> awaited = new TreeSet<>();
    int last = iteration - 1 - slack;
    for (int target : last < 0 ? new int[0] : peers.targets(last)) {
      if (acknowledged[target] < last) {
        awaited.add(target);
      }
    }
    return awaited;
  }

  @Override
  public String toString() {
    return "acknowledged " + Arrays.toString(acknowledged);
  }
}
