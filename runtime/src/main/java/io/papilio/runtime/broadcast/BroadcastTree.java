package io.papilio.runtime.broadcast;

import io.papilio.core.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The way of one rank's updates to all others: a spanning tree of the topology's edges, those of
 * all iterations of its period together, in as few hops as the edges allow.
 *
 * <pre>
 *   expander, 9 ranks: r -> r + 1, r + 3       from origin 4 the same, 4 further on
 *
 *   0 --> 1 --> 2 --> 5 --> 8                  4 --> 5 --> 6 --> 0 --> 3
 *   |     `---> 4 --> 7                        |     `---> 8 --> 2
 *   `---> 3 --> 6                              `---> 7 --> 1
 * </pre>
 *
 * Breadth-first, peers in the order of their distance ahead: where the topology looks the same from
 * every rank, so do the trees, and over all origins every rank relays as much as any other. On the
 * complete graph nobody relays. A pure function: all ranks compute the same trees.
 */
final class BroadcastTree {
  private final int origin;
  private final int[] parents;

  private BroadcastTree(int origin, int[] parents) {
    this.origin = origin;
    this.parents = parents;
  }

  /** The trees of all origins, by rank. */
  static List<BroadcastTree> all(Topology topology, int size) {
    int[][] peers = new int[size][];
    Arrays.setAll(peers, rank -> peers(topology, rank, size));
    List<BroadcastTree> trees = new ArrayList<>();
    for (int origin = 0; origin < size; origin++) {
      trees.add(new BroadcastTree(origin, parents(origin, peers, topology.name())));
    }
    return trees;
  }

  /** Whom a rank sends to at any iteration, the next one ahead first. */
  private static int[] peers(Topology topology, int rank, int size) {
    Set<Integer> ahead = new TreeSet<>();
    for (int iteration = 0; iteration < topology.period(size); iteration++) {
      for (int peer : topology.sendTo(rank, size, iteration)) {
        ahead.add(Math.floorMod(peer - rank, size));
      }
    }
    return ahead.stream().mapToInt(distance -> (rank + distance) % size).toArray();
  }

  private static int[] parents(int origin, int[][] peers, String name) {
    int[] parents = new int[peers.length];
    Arrays.fill(parents, -1);
    parents[origin] = origin;
    int[] reached = new int[peers.length]; // in the order in which they are
    reached[0] = origin;
    int count = 1;
    for (int i = 0; i < count && count < reached.length; i++) {
      for (int peer : peers[reached[i]]) {
        if (parents[peer] < 0) {
          parents[peer] = reached[i];
          reached[count++] = peer;
        }
      }
    }
    if (count < reached.length) {
      throw new IllegalArgumentException(
          "%s does not connect all of %d ranks: what rank %d sends gets to %d of them only"
              .formatted(name, reached.length, origin, count));
    }
    return parents;
  }

  int origin() {
    return origin;
  }

  /** Who hands the origin's updates to this rank; the origin is its own. */
  int parent(int rank) {
    return parents[rank];
  }

  /** Whom this rank hands them on to, ascending. */
  int[] children(int rank) {
    return IntStream.range(0, parents.length)
        .filter(child -> child != origin && parents[child] == rank)
        .toArray();
  }
}
