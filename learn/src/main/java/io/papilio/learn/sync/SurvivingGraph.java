package io.papilio.learn.sync;

import io.papilio.core.topology.EdgeList;
import io.papilio.core.topology.MixingMatrix;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import java.util.Arrays;
import java.util.List;

/**
 * What is left of a graph when workers were lost: the edges between the others.
 *
 * <pre>
 *   0 → 1           0 → 1
 *   ↑ ↖ ↓    →        ↖ ↓        3 is lost; 0, 1 and 2 are still connected
 *   3 ← 2               2
 * </pre>
 *
 * Shares of those who were lost stay with the receiver.
 *
 * @param nodes what the numbers of those who are left were, by their rank now
 */
record SurvivingGraph(EdgeList graph, List<Integer> nodes) implements Topology {

  /**
   * Returns a topology that a group can use: the same, unless it is a graph that has lost workers;
   * then what is left of it, or a ring if that does not connect them.
   */
  static Topology among(Topology topology, List<Integer> nodes, int epoch) {
    if (!(topology instanceof EdgeList graph) || !hasLost(graph, nodes, epoch)) {
      return topology;
    }
    boolean isKnown = nodes.stream().allMatch(node -> node < graph.size());
    Topology rest = new SurvivingGraph(graph, nodes);
    boolean connects = isKnown && MixingMatrix.overPeriod(rest, nodes.size()).isStronglyConnected();
    return connects ? rest : Topologies.named("ring");
  }

  /** Whether there were more workers; in the first epoch it is a mistake if they are fewer. */
  static boolean hasLost(EdgeList graph, List<Integer> nodes, int epoch) {
    return epoch > 0 && nodes.size() < graph.size();
  }

  @Override
  public String name() {
    return graph.name();
  }

  @Override
  public String summary() {
    return "what is left of " + graph.name();
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    return Arrays.stream(graph.sendTo(nodes.get(rank), graph.size(), iteration))
        .map(nodes::indexOf)
        .filter(peer -> peer >= 0)
        .sorted()
        .toArray();
  }

  @Override
  public double share(int from, int to, int size, int iteration) {
    if (!graph.isWeighted()) {
      return Topology.super.share(from, to, size, iteration);
    }
    if (from != to) {
      return graph.share(nodes.get(from), nodes.get(to), graph.size(), iteration);
    }
    double others =
        Arrays.stream(receiveFrom(to, size, iteration))
            .mapToDouble(peer -> share(peer, to, size, iteration))
            .sum();
    return Math.max(0, 1 - others);
  }

  @Override
  public boolean isWeighted() {
    return graph.isWeighted();
  }
}
