package io.papilio.runtime.mixing;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * NOTIFY-ACK, with room for {@code slack} iterations between neighbours; stale-synchronous mixing
 * is the same protocol with more room.
 *
 * <pre>
 *   sender     update t, NOTIFY t  ------------->  receiver
 *              send t + 1 + slack  <---- ACK t --  after its reduce of t
 * </pre>
 *
 * A reduce of t waits until every source has notified t - slack or later. A send of t waits until
 * the targets of t - 1 - slack have reduced that iteration, so receivers hold at most slack + 1
 * updates of each source. Waiting cannot go in circles: a reduce waits for a rank that has yet to
 * send the same iteration or an earlier one, a send for a rank that has yet to reduce an earlier
 * one, and everybody sends before it reduces.
 */
final class NotifyAckGate implements Gate {
  private final Peers peers;
  private final int slack;
  private final Notices notices;
  private final int[] acknowledged;

  NotifyAckGate(Peers peers, int slack) {
    this.peers = peers;
    this.slack = slack;
    this.notices = new Notices(peers);
    this.acknowledged = new int[peers.size()];
    Arrays.fill(acknowledged, -1);
  }

  @Override
  public Set<Integer> beforeSend(int iteration) {
    Set<Integer> awaited = new TreeSet<>();
    int last = iteration - 1 - slack;
    for (int sent = last; sent > last - peers.period() && sent >= 0; sent--) {
      for (int target : peers.targets(sent)) {
        if (acknowledged[target] < sent) {
          awaited.add(target);
        }
      }
    }
    return awaited;
  }

  @Override
  public void afterSend(int iteration) {
    notices.tell(iteration);
  }

  @Override
  public Set<Integer> beforeReduce(int iteration) {
    return notices.missing(iteration, iteration - slack);
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
    if (signal == Signal.NOTIFY) {
      notices.onNotify(from, iteration);
    } else {
      acknowledged[from] = iteration;
    }
  }

  @Override
  public String toString() {
    return notices + " acknowledged " + Arrays.toString(acknowledged);
  }
}
