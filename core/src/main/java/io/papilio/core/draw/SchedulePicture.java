package io.papilio.core.draw;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws an algorithm: a lane for each rank, time from left to right, an arrow for each message,
 * coloured by what the receiver does with it and as thick as its share of the vector is large.
 *
 * <pre>
 *              1       2
 *   0  ----o-------o-------o
 *           \ /     \   /
 *   1  ----o-X-----o-\-/---o
 *           / \       X
 *   2  ----o...
 * </pre>
 *
 * Rounds in which nobody communicates are left out. Equal arguments give equal text.
 */
public final class SchedulePicture {

  /** Beyond this lanes and arrows are too many to be told apart. */
  public static final int MOST_RANKS = 64;

  /**
   * Elements a rank: every algorithm can cut such a vector into equal pieces, and it is too short
   * to be sent in segments.
   */
  private static final int ELEMENTS_PER_RANK = 8;

  private static final int MARGIN = 24;
  private static final int LANES_TOP = 126;
  private static final int LANES_LEFT = 64;
  private static final int LEAST_WIDTH = 480;
  private static final double CHARACTER_WIDTH = 6.4;
  private static final int LEGEND_HEIGHT = 52;
  private static final double DOT_RADIUS = 2.5;
  private static final double THINNEST = 0.9;
  private static final double THICKEST = 3.2;

  // Long names, because the style of an SVG inside a page is the style of the whole page.
  private static final String STYLE =
      """
      <style>
        .papilio-schedule text { font-family: system-ui, 'DejaVu Sans', sans-serif; }
        .papilio-schedule .ground { fill: #ffffff; }
        .papilio-schedule .title { font-size: 17px; font-weight: 600; fill: #1f2328; }
        .papilio-schedule .small { font-size: 12px; fill: #59636e; }
        .papilio-schedule .rank { font-size: 13px; fill: #1f2328; text-anchor: end; }
        .papilio-schedule .round { font-size: 13px; fill: #1f2328; text-anchor: middle; }
        .papilio-schedule .share { font-size: 11px; fill: #59636e; text-anchor: middle; }
        .papilio-schedule .lane { stroke: #d1d9e0; stroke-width: 1; }
        .papilio-schedule .dot { fill: #818b98; }
        .papilio-schedule .arrow { fill: none; stroke-linecap: round; }
        .papilio-schedule .reduce { stroke: #c2410c; }
        .papilio-schedule .copy { stroke: #0e7490; }
        .papilio-schedule .reduce-head { fill: #c2410c; }
        .papilio-schedule .copy-head { fill: #0e7490; }
        @media (prefers-color-scheme: dark) {
          .papilio-schedule .ground { fill: #0d1117; }
          .papilio-schedule .title { fill: #f0f6fc; }
          .papilio-schedule .rank { fill: #f0f6fc; }
          .papilio-schedule .round { fill: #f0f6fc; }
          .papilio-schedule .small { fill: #9198a1; }
          .papilio-schedule .share { fill: #9198a1; }
          .papilio-schedule .lane { stroke: #3d444d; }
          .papilio-schedule .dot { fill: #818b98; }
          .papilio-schedule .reduce { stroke: #fb923c; }
          .papilio-schedule .copy { stroke: #22d3ee; }
          .papilio-schedule .reduce-head { fill: #fb923c; }
          .papilio-schedule .copy-head { fill: #22d3ee; }
        }
      </style>
      """;

  private final Algorithm algorithm;
  private final int size;
  private final int length;
  private final List<Schedule> schedules;

  /** The column of each round that has one. */
  private final Map<Integer, Integer> columns = new TreeMap<>();

  private final List<Arrow> arrows;
  private final int laneHeight;

  /** Where each column begins, and where the last one ends. */
  private final int[] columnStarts;

  private final StringBuilder svg = new StringBuilder();

  /** A message, from the beginning of a round to the end of one, most often of the same. */
  private record Arrow(int from, int to, int sent, int received, Step step) {}

  private record Receive(int round, Step step) {}

  private SchedulePicture(Algorithm algorithm, int size) {
    this.algorithm = algorithm;
    this.size = size;
    this.length = size * ELEMENTS_PER_RANK;
    this.schedules = algorithm.schedules(size, length);
    int rounds = schedules.stream().mapToInt(s -> s.rounds().size()).max().orElse(0);
    IntStream.range(0, rounds)
        .filter(round -> schedules.stream().anyMatch(s -> !s.round(round).steps().isEmpty()))
        .forEach(round -> columns.put(round, columns.size()));
    this.arrows = arrows();
    this.laneHeight = size <= 8 ? 44 : size <= 16 ? 34 : 26;
    this.columnStarts = new int[columns.size() + 1];
    columnStarts[0] = LANES_LEFT;
    columns.forEach(
        (round, column) -> columnStarts[column + 1] = columnStarts[column] + columnWidth(round));
  }

  /** Arrows that cross many lanes get more room, or they would all be upright. */
  private int columnWidth(int round) {
    double lanes =
        arrows.stream()
            .filter(arrow -> arrow.sent() == round)
            .mapToInt(arrow -> Math.abs(arrow.from() - arrow.to()))
            .average()
            .orElse(0);
    return 60 + (int) Math.min(160, lanes * laneHeight * 0.4);
  }

  /**
   * The picture as a whole SVG document.
   *
   * @throws IllegalArgumentException for more than {@value #MOST_RANKS} ranks
   */
  public static String svg(Algorithm algorithm, int size) {
    if (size < 1 || size > MOST_RANKS) {
      throw new IllegalArgumentException(
          "a picture shows 1 to " + MOST_RANKS + " ranks, not " + size);
    }
    return new SchedulePicture(algorithm, size).draw();
  }

  private List<Arrow> arrows() {
    Map<List<Integer>, Queue<Receive>> receives = new HashMap<>();
    for (Schedule schedule : schedules) {
      for (int round : columns.keySet()) {
        for (Step step : schedule.round(round).steps()) {
          if (!step.isSend()) {
            receives
                .computeIfAbsent(List.of(step.peer(), schedule.rank()), k -> new ArrayDeque<>())
                .add(new Receive(round, step));
          }
        }
      }
    }
    List<Arrow> found = new ArrayList<>();
    for (Schedule schedule : schedules) {
      for (int round : columns.keySet()) {
        for (Step step : schedule.round(round).steps()) {
          if (step.isSend()) {
            Receive end = receives.get(List.of(schedule.rank(), step.peer())).remove();
            found.add(new Arrow(schedule.rank(), step.peer(), round, end.round(), end.step()));
          }
        }
      }
    }
    return found;
  }

  private String draw() {
    String summary = algorithm.summary();
    int textWidth = (int) (summary.length() * CHARACTER_WIDTH) + 2 * MARGIN;
    int lanesWidth = x(columns.size()) + MARGIN;
    int width = Math.max(LEAST_WIDTH, Math.max(textWidth, lanesWidth));
    int height = y(size - 1) + laneHeight / 2 + LEGEND_HEIGHT;
    String title = format("%s: %s among %s", algorithm.name(), algorithm.collective(), ranks());
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " class=\"papilio-schedule\" role=\"img\">\n",
        width, height, width, height);
    add("<title>%s</title>\n", escape(title));
    svg.append(STYLE);
    add("<defs>\n");
    addHead("reduce");
    addHead("copy");
    add("</defs>\n");
    add("<rect class=\"ground\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width, height);
    add("<text class=\"title\" x=\"%d\" y=\"36\">%s</text>\n", MARGIN, escape(title));
    add("<text class=\"small\" x=\"%d\" y=\"56\">%s</text>\n", MARGIN, escape(summary));
    add("<text class=\"small\" x=\"%d\" y=\"73\">%s</text>\n", MARGIN, escape(figures()));
    addHeader();
    addLanes();
    addArrows();
    addLegend(height - 20);
    add("</svg>\n");
    return svg.toString();
  }

  private String ranks() {
    return size == 1 ? "1 rank" : size + " ranks";
  }

  private String figures() {
    long most = schedules.stream().mapToLong(Schedule::elementsSent).max().orElse(0);
    String vectors = format("%.2f", (double) most / length).replaceFirst("\\.?0+$", "");
    return format("Rounds: %d. Vectors sent by a rank: at most %s.", columns.size(), vectors);
  }

  private void addHead(String kind) {
    add(
        "<marker id=\"papilio-%s\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\""
            + " markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"10\""
            + " orient=\"auto\">"
            + "<path class=\"%s-head\" d=\"M0 1 L10 5 L0 9 L2.5 5 z\"/></marker>\n",
        kind, kind);
  }

  private void addHeader() {
    columns.forEach(
        (round, column) -> {
          int middle = (x(column) + x(column + 1)) / 2;
          add("<text class=\"round\" x=\"%d\" y=\"102\">%d</text>\n", middle, column + 1);
          add("<text class=\"share\" x=\"%d\" y=\"117\">%s</text>\n", middle, shares(round));
        });
    if (!columns.isEmpty()) {
      add("<text class=\"rank\" x=\"%d\" y=\"102\">round</text>\n", LANES_LEFT - 4);
    }
  }

  /** What one message of a round carries, as a part of the vector: "1/4", or "1/12 1/6". */
  private String shares(int round) {
    return arrows.stream()
        .filter(arrow -> arrow.sent() == round)
        .map(arrow -> arrow.step().range().length())
        .distinct()
        .sorted(Comparator.reverseOrder())
        .map(elements -> Share.of(elements, length))
        .limit(2)
        .collect(Collectors.joining(" "));
  }

  private void addLanes() {
    for (int rank = 0; rank < size; rank++) {
      add("<text class=\"rank\" x=\"%d\" y=\"%d\">%d</text>\n", LANES_LEFT - 14, y(rank) + 4, rank);
      add("<path class=\"lane\" d=\"M%d %dH%d\"/>\n", x(0), y(rank), x(columns.size()));
      for (int column = 0; column <= columns.size(); column++) {
        add(
            "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" r=\"%s\"/>\n",
            x(column), y(rank), DOT_RADIUS);
      }
    }
  }

  private void addArrows() {
    for (Arrow arrow : arrows) {
      double startX = x(columns.get(arrow.sent()));
      double startY = y(arrow.from());
      double endX = x(columns.get(arrow.received()) + 1);
      double endY = y(arrow.to());
      double distance = Math.hypot(endX - startX, endY - startY);
      double gap = (DOT_RADIUS + 1.5) / distance;
      String kind = arrow.step().kind() == Step.Kind.REDUCE ? "reduce" : "copy";
      add(
          "<path class=\"arrow %s\" stroke-width=\"%.2f\" marker-end=\"url(#papilio-%s)\""
              + " d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
          kind,
          thickness(arrow.step().range().length()),
          kind,
          startX + gap * (endX - startX),
          startY + gap * (endY - startY),
          endX - gap * (endX - startX),
          endY - gap * (endY - startY));
    }
  }

  private double thickness(int elements) {
    return THINNEST + (THICKEST - THINNEST) * Math.sqrt((double) elements / length);
  }

  private void addLegend(int y) {
    int x = MARGIN;
    for (String kind : List.of("reduce", "copy")) {
      add(
          "<path class=\"arrow %s\" stroke-width=\"2\" marker-end=\"url(#papilio-%s)\""
              + " d=\"M%d %dH%d\"/>\n",
          kind, kind, x, y - 4, x + 30);
      String meaning = kind.equals("reduce") ? "is added" : "replaces";
      add("<text class=\"small\" x=\"%d\" y=\"%d\">%s</text>\n", x + 40, y, meaning);
      x += 116;
    }
    add(
        "<text class=\"small\" x=\"%d\" y=\"%d\">thicker: a larger part of the vector</text>\n",
        x, y);
  }

  private int x(int column) {
    return columnStarts[column];
  }

  private int y(int rank) {
    return LANES_TOP + laneHeight / 2 + rank * laneHeight;
  }

  private void add(String format, Object... values) {
    svg.append(format(format, values));
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
