package io.papilio.runtime.broadcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Chain;
import io.papilio.core.topology.Complete;
import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BroadcastTreeTest {
  private static final int MOST_RANKS = 33;

  static List<Topology> connected() {
    return Topologies.all().stream().filter(each -> !(each instanceof Chain)).toList();
  }

  private static boolean[][] edges(Topology topology, int size) {
    boolean[][] edges = new boolean[size][size];
    for (int iteration = 0; iteration < topology.period(size); iteration++) {
      for (int rank = 0; rank < size; rank++) {
        for (int peer : topology.sendTo(rank, size, iteration)) {
          edges[rank][peer] = true;
        }
      }
    }
    return edges;
  }

  @ParameterizedTest
  @MethodSource("connected")
  void shouldReachEverybodyOnceAndByTheShortestWay(Topology topology) {
    for (int size = 1; size <= MOST_RANKS; size++) {
      boolean[][] edges = edges(topology, size);
      List<BroadcastTree> trees = BroadcastTree.all(topology, size);
      assertEquals(size, trees.size());
      for (int origin = 0; origin < size; origin++) {
        BroadcastTree tree = trees.get(origin);
        assertEquals(origin, tree.origin());
        int[] hops = hops(tree, size, edges);
        for (int from = 0; from < size; from++) { // no edge leads to anybody sooner
          for (int to = 0; to < size; to++) {
            assertTrue(!edges[from][to] || hops[to] <= hops[from] + 1, from + " -> " + to);
          }
        }
      }
    }
  }

  /** Walks down the tree: by edges only, and to each rank once. */
  private static int[] hops(BroadcastTree tree, int size, boolean[][] edges) {
    int[] hops = new int[size];
    Arrays.fill(hops, -1);
    hops[tree.origin()] = 0;
    int count = 1;
    Deque<Integer> open = new ArrayDeque<>(List.of(tree.origin()));
    while (!open.isEmpty()) {
      int rank = open.remove();
      for (int child : tree.children(rank)) {
        assertEquals(-1, hops[child], "rank " + child + " is reached twice");
        assertTrue(edges[rank][child], rank + " -> " + child + " is no edge");
        assertEquals(rank, tree.parent(child));
        hops[child] = hops[rank] + 1;
        open.add(child);
        count++;
      }
    }
    assertEquals(size, count, "ranks reached from " + tree.origin());
    return hops;
  }

  @ParameterizedTest
  @ValueSource(strings = {"complete", "ring", "expander", "halton"})
  void shouldLetEveryRankRelayAsMuchAsAnyOther(String name) {
    for (int size = 1; size <= MOST_RANKS; size++) {
      List<BroadcastTree> trees = BroadcastTree.all(Topologies.named(name), size);
      for (int rank = 0; rank < size; rank++) {
        int self = rank;
        int sent = trees.stream().mapToInt(tree -> tree.children(self).length).sum();
        assertEquals(size - 1, sent, "rank " + rank + " of " + size);
      }
    }
  }

  @Test
  void shouldNeedNoRelaysOnTheCompleteGraph() {
    for (BroadcastTree tree : BroadcastTree.all(new Complete(), 7)) {
      for (int rank = 0; rank < 7; rank++) {
        assertEquals(tree.origin(), tree.parent(rank));
      }
    }
  }

  /** The picture in its documentation. */
  @Test
  void shouldLookAsDrawn() {
    BroadcastTree tree = BroadcastTree.all(Topologies.named("expander"), 9).get(4);
    int[] parents = new int[9];
    Arrays.setAll(parents, tree::parent);
    assertEquals("[6, 7, 8, 0, 4, 4, 5, 4, 5]", Arrays.toString(parents));
  }

  @Test
  void shouldRefuseWhatDoesNotConnectAll() {
    assertEquals(1, BroadcastTree.all(new Chain(), 1).size());
    for (int size = 2; size <= MOST_RANKS; size++) {
      int ranks = size;
      var e =
          assertThrows(IllegalArgumentException.class, () -> BroadcastTree.all(new Chain(), ranks));
      assertTrue(e.getMessage().contains("chain does not connect all"), e.getMessage());
    }
    EdgeList apart = EdgeList.parse("apart", "0 1\n1 0\n2 3\n3 2\n");
    assertThrows(IllegalArgumentException.class, () -> BroadcastTree.all(apart, 4));
  }
}
