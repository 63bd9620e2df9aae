package io.papilio.core.topology;

import java.util.Arrays;

/** What most topologies need: arguments checked, and peers given by their distance. */
final class Ranks {

  private Ranks() {}

  static void check(int rank, int size, int iteration) {
    if (size < 1 || rank < 0 || rank >= size || iteration < 0) {
      throw new IllegalArgumentException(
          "no rank " + rank + " among " + size + " ranks at iteration " + iteration);
    }
  }

  /**
   * The ranks that lie {@code offsets} ahead on a circle of {@code size}, as {@link
   * Topology#sendTo} wants them: ascending, without duplicates and without {@code rank} itself.
   */
  static int[] ahead(int rank, int size, int... offsets) {
    int[] peers = new int[offsets.length];
    int count = 0;
    for (int offset : offsets) {
      int peer = (int) (((long) rank + offset) % size);
      if (peer != rank && !contains(peers, count, peer)) {
        peers[count++] = peer;
      }
    }
    Arrays.sort(peers, 0, count);
    return Arrays.copyOf(peers, count);
  }

  private static boolean contains(int[] peers, int count, int peer) {
    for (int i = 0; i < count; i++) {
      if (peers[i] == peer) {
        return true;
      }
    }
    return false;
  }
}
