package io.papilio.core.topology;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A topology given edge by edge, for patterns that are not a formula: racks, measured links,
 * trials.
 *
 * <pre>
 *   # from to [weight]          0 --> 1
 *   0 1  0.5                     ^   /
 *   1 2  0.5                      \ v
 *   2 0  0.25                      2        0 keeps 1 - 0.25 of its own
 * </pre>
 *
 * The weight is the sender's share in the receiver's average; the rest stays with the receiver.
 * With no weights at all, averages are plain means. There are as many ranks as the highest number
 * says; those without an edge stand alone. The same at every iteration. Whether it is connected and
 * keeps the mean is not demanded here: {@link MixingMatrix} tells.
 */
public final class EdgeList implements Topology {

  private final String source;
  private final List<Edge> edges;
  private final int[][] peers;
  private final List<Map<Integer, Double>> shares;

  /** A weight of 0 means that none was given. */
  record Edge(int from, int to, double weight) {

    boolean isWeighted() {
      return weight > 0;
    }
  }

  private EdgeList(String source, List<Edge> edges) {
    this.source = source;
    this.edges = edges;
    int size = 1 + edges.stream().mapToInt(edge -> Math.max(edge.from, edge.to)).max().orElse(0);
    Map<Integer, List<Edge>> sent = edges.stream().collect(groupingBy(Edge::from));
    Map<Integer, List<Edge>> received = edges.stream().collect(groupingBy(Edge::to));
    peers = new int[size][];
    shares = new ArrayList<>(size);
    for (int rank = 0; rank < size; rank++) {
      List<Edge> out = sent.getOrDefault(rank, List.of());
      peers[rank] = out.stream().mapToInt(Edge::to).sorted().toArray();
      shares.add(shares(rank, received.getOrDefault(rank, List.of())));
    }
  }

  private Map<Integer, Double> shares(int rank, List<Edge> received) {
    double mean = 1.0 / (1 + received.size());
    double given = received.stream().mapToDouble(Edge::weight).sum();
    Map<Integer, Double> result = new HashMap<>();
    received.forEach(edge -> result.put(edge.from, isWeighted() ? edge.weight : mean));
    result.put(rank, isWeighted() ? Math.max(0, 1 - given) : mean);
    return result;
  }

  /**
   * Reads lines {@code from to [weight]}: separated by blanks or commas, {@code #} begins a
   * comment, blank lines are skipped, either all edges have a weight or none. What is wrong is told
   * with {@code source} and the number of the line.
   */
  public static EdgeList parse(String source, String text) {
    return new EdgeList(source, new EdgeListReader(source).read(text));
  }

  /** How many ranks it is for: all methods refuse any other number. */
  public int size() {
    return peers.length;
  }

  @Override
  public String name() {
    return "graph:" + source;
  }

  @Override
  public String summary() {
    return "%d ranks and %d %s edges given by %s."
        .formatted(size(), edges.size(), isWeighted() ? "weighted" : "plain", source);
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    check(rank, size, iteration);
    return peers[rank].clone();
  }

  @Override
  public double share(int from, int to, int size, int iteration) {
    check(from, size, iteration);
    check(to, size, iteration);
    return shares.get(to).getOrDefault(from, 0.0);
  }

  @Override
  public boolean isWeighted() {
    return edges.get(0).isWeighted();
  }

  private void check(int rank, int size, int iteration) {
    if (size != size()) {
      throw new IllegalArgumentException(
          "%s is for %d ranks, not for %d".formatted(name(), size(), size));
    }
    Ranks.check(rank, size, iteration);
  }
}
