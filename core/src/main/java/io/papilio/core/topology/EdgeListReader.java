package io.papilio.core.topology;

import io.papilio.core.topology.EdgeList.Edge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the text of one {@link EdgeList}, and complains about the first thing that is wrong. */
final class EdgeListReader {

  /** Far more than anybody runs, so that a typing error does not ask for gigabytes. */
  private static final int MAX_RANK = 65_535;

  /** What rounding may add to shares that are meant to make exactly 1. */
  private static final double TOLERANCE = 1e-9;

  private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*|\\s+");
  private static final Pattern RANK = Pattern.compile("0*[0-9]{1,5}");
  private static final String FORM = "expected 'from to [weight]'";

  private final String source;
  private final List<Edge> edges = new ArrayList<>();
  private final Map<List<Integer>, Integer> lineOfEdge = new HashMap<>();
  private final Map<Integer, Double> givenTo = new HashMap<>();
  private int line;

  EdgeListReader(String source) {
    this.source = source;
  }

  List<Edge> read(String text) {
    for (String content : text.lines().toList()) {
      line++;
      String stripped = content.replaceFirst("#.*", "").strip();
      if (!stripped.isEmpty()) {
        add(edge(SEPARATOR.split(stripped, -1)));
      }
    }
    if (edges.isEmpty()) {
      line = Math.max(1, line);
      throw wrong("no edges, " + FORM + " on at least one line");
    }
    return List.copyOf(edges);
  }

  private Edge edge(String[] fields) {
    for (String field : fields) {
      if (field.isEmpty()) {
        throw wrong("a field is missing beside a comma, " + FORM);
      }
    }
    if (fields.length < 2) {
      throw wrong("only one field, " + FORM);
    }
    if (fields.length > 3) {
      throw wrong(fields.length + " fields, " + FORM);
    }
    double weight = fields.length == 3 ? weight(fields[2]) : 0;
    return new Edge(rank(fields[0]), rank(fields[1]), weight);
  }

  private int rank(String field) {
    if (!RANK.matcher(field).matches() || Integer.parseInt(field) > MAX_RANK) {
      throw wrong("'" + field + "' is no rank, expected an integer from 0 to " + MAX_RANK);
    }
    return Integer.parseInt(field);
  }

  private double weight(String field) {
    try {
      double weight = Double.parseDouble(field);
      if (weight > 0 && weight < Double.POSITIVE_INFINITY) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // no share either
    }
    throw wrong("weight '" + field + "' is no share, expected a number above 0 and up to 1");
  }

  private void add(Edge edge) {
    String name = "edge " + edge.from() + " -> " + edge.to();
    if (edge.from() == edge.to()) {
      throw wrong(name + " is a self loop, expected two different ranks");
    }
    Integer before = lineOfEdge.putIfAbsent(List.of(edge.from(), edge.to()), line);
    if (before != null) {
      throw wrong(name + " is a duplicate of line " + before + ", expected each edge once");
    }
    if (!edges.isEmpty() && edges.get(0).isWeighted() != edge.isWeighted()) {
      throw wrong(
          edge.isWeighted()
              ? name + " has a weight, expected none as in the lines before"
              : name + " has no weight, expected one as in the lines before");
    }
    double given = givenTo.merge(edge.to(), edge.weight(), Double::sum);
    if (given > 1 + TOLERANCE) {
      throw wrong("shares into rank " + edge.to() + " add up to " + given + ", expected at most 1");
    }
    edges.add(edge);
  }

  private IllegalArgumentException wrong(String problem) {
    return new IllegalArgumentException(source + ":" + line + ": " + problem);
  }
}
