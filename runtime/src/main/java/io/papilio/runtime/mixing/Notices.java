package io.papilio.runtime.mixing;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** Who has notified which iteration: what both gates that wait have in common. */
final class Notices {
  private final Gate.Peers peers;
  private final int[] notified;

  Notices(Gate.Peers peers) {
    this.peers = peers;
    this.notified = new int[peers.size()];
    Arrays.fill(notified, -1);
  }

  /** Tells the targets of an iteration that its update is complete. */
  void tell(int iteration) {
    for (int target : peers.targets(iteration)) {
      peers.tell(target, Gate.Signal.NOTIFY, iteration);
    }
  }

  void onNotify(int from, int iteration) {
    notified[from] = iteration;
  }

  /** The sources of an iteration that have not yet notified {@code atLeast} or later. */
  Set<Integer> missing(int iteration, int atLeast) {
    Set<Integer> missing = new TreeSet<>();
    for (int source : peers.sources(iteration)) {
      if (notified[source] < atLeast) {
        missing.add(source);
      }
    }
    return missing;
  }

  @Override
  public String toString() {
    return "notified " + Arrays.toString(notified);
  }
}
