package io.papilio.core.topology;

import java.util.stream.IntStream;

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
    return IntStream.of(offsets)
        .map(offset -> (int) (((long) rank + offset) % size))
        .filter(peer -> peer != rank)
        .sorted()
        .distinct()
        .toArray();
  }
}
