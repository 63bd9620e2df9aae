package io.papilio.runtime.membership;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Who works together, from one change of membership to the next: the nodes in the order of their
 * ranks, and this node's own rank. Every change begins a new epoch.
 */
public record Group(int epoch, int rank, List<Integer> nodes) {

  public Group {
    nodes = List.copyOf(nodes);
    if (rank < 0 || rank >= nodes.size()) {
      throw new IllegalArgumentException("no rank " + rank + " among nodes " + nodes);
    }
  }

  /** Nodes 0 to {@code size} - 1, each with its own number as rank, in their first epoch. */
  public static Group first(int rank, int size) {
    return new Group(0, rank, IntStream.range(0, size).boxed().toList());
  }

  public int size() {
    return nodes.size();
  }

  public int node(int ofRank) {
    return nodes.get(ofRank);
  }

  /** The rank of a node, or -1. */
  public int rankOf(int node) {
    return nodes.indexOf(node);
  }
}
