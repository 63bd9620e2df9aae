package io.papilio.core.draw;

import io.papilio.core.topology.Topology;
import java.util.Arrays;
import java.util.Locale;

/**
 * Draws a {@link Topology}: ranks on a circle, an arrow for each send, what rank 0 sends in colour.
 *
 * <pre>
 *         0                   0
 *           \                 |          one circle for each iteration of a period,
 *      3     1           3 ---+--- 1     four beside each other, fewer if they are large
 *       \                     |
 *         2                   2
 *    iteration 0         iteration 1
 * </pre>
 *
 * Two ranks that send to each other share a line with a head at each end. The text is complete in
 * itself, follows the reader's light or dark scheme, and is the same at every call.
 */
public final class TopologyPicture {

  private static final double NODE_RADIUS = 11;
  private static final double NODE_DISTANCE = 42;
  private static final double LEAST_RADIUS = 62;
  private static final double MARGIN = 18;
  private static final double HEADER_HEIGHT = 46;
  private static final double LABEL_HEIGHT = 20;
  private static final double HEAD_LENGTH = 7;
  private static final double HEAD_WIDTH = 6;

  /** About the width of a letter of the title, to keep long names inside. */
  private static final double LETTER_WIDTH = 8.5;

  /** Above this many arrows in one circle the others are drawn fainter than those of rank 0. */
  private static final int CROWD = 100;

  // Class names are long because the style of an SVG inside a page is the style of the whole page.
  private static final String STYLE =
      """
      <style>
        .papilio-topology { max-width: 100%; height: auto; }
        .papilio-topology text { font: 10px system-ui, 'DejaVu Sans', sans-serif;
          text-anchor: middle; fill: #1f2328; }
        .papilio-topology .title { font-size: 15px; font-weight: 600; }
        .papilio-topology .small { fill: #59636e; }
        .papilio-topology .ground { fill: #ffffff; }
        .papilio-topology .node { fill: #f6f8fa; stroke: #818b98; }
        .papilio-topology .edge { fill: none; stroke: #818b98; }
        .papilio-topology .head { fill: #818b98; }
        .papilio-topology .crowd { opacity: 0.4; }
        .papilio-topology .first .edge { stroke: #0e7490; stroke-width: 1.5; }
        .papilio-topology .first .head { fill: #0e7490; }
        @media (prefers-color-scheme: dark) {
          .papilio-topology text { fill: #f0f6fc; }
          .papilio-topology .small { fill: #9198a1; }
          .papilio-topology .ground { fill: #0d1117; }
          .papilio-topology .node { fill: #212830; }
          .papilio-topology .first .edge { stroke: #22d3ee; }
          .papilio-topology .first .head { fill: #22d3ee; }
        }
      </style>
      """;

  private final Topology topology;
  private final int size;
  private final double radius;
  private final StringBuilder out = new StringBuilder();

  private TopologyPicture(Topology topology, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("no picture of " + size + " ranks");
    }
    this.topology = topology;
    this.size = size;
    this.radius = Math.max(LEAST_RADIUS, size * NODE_DISTANCE / (2 * Math.PI));
  }

  /** An SVG document, good to look at up to some 64 ranks. */
  public static String svg(Topology topology, int size) {
    return new TopologyPicture(topology, size).draw();
  }

  private String draw() {
    int period = topology.period(size);
    int columns = columns(period);
    int rows = (period + columns - 1) / columns;
    String title = topology.name() + ", " + size + (size == 1 ? " rank" : " ranks");
    double panelWidth = 2 * (radius + NODE_RADIUS + MARGIN);
    double panelHeight = panelWidth + (period > 1 ? LABEL_HEIGHT : 0);
    double width = Math.max(columns * panelWidth, title.length() * LETTER_WIDTH + 2 * MARGIN);
    double height = HEADER_HEIGHT + rows * panelHeight;
    add(
        "<svg xmlns='http://www.w3.org/2000/svg' class='papilio-topology' role='img'"
            + " width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f'>\n",
        width, height, width, height);
    add("<title>%s</title>\n%s", escape(title), STYLE);
    add("<rect class='ground' width='%.0f' height='%.0f' rx='8'/>\n", width, height);
    add("<text class='title' x='%.1f' y='22'>%s</text>\n", width / 2, escape(title));
    add("<text class='small' x='%.1f' y='38'>in colour: what rank 0 sends</text>\n", width / 2);
    for (int iteration = 0; iteration < period; iteration++) {
      int inRow = Math.min(columns, period - iteration / columns * columns);
      double left = (width - inRow * panelWidth) / 2 + iteration % columns * panelWidth;
      double top = HEADER_HEIGHT + iteration / columns * panelHeight;
      Point middle = new Point(left + panelWidth / 2, top + panelWidth / 2);
      add("<g transform='translate(%s)'>\n", middle);
      panel(iteration);
      if (period > 1) {
        add("<text class='small' y='%.1f'>iteration %d</text>\n", panelWidth / 2 + 8, iteration);
      }
      add("</g>\n");
    }
    return out.append("</svg>\n").toString();
  }

  /** As many beside each other as leaves the numbers readable on a page, in rows of like length. */
  private int columns(int period) {
    int most = size <= 16 ? 4 : size <= 32 ? 3 : 2;
    int rows = (period + most - 1) / most;
    return (period + rows - 1) / rows;
  }

  private void panel(int iteration) {
    int[][] peers = new int[size][];
    Arrays.setAll(peers, rank -> topology.sendTo(rank, size, iteration));
    boolean crowd = Arrays.stream(peers).mapToInt(all -> all.length).sum() > CROWD;
    add(crowd ? "<g class='crowd'>\n" : "<g>\n");
    for (int from = 1; from < size; from++) {
      arrows(from, peers);
    }
    add("</g>\n<g class='first'>\n");
    arrows(0, peers);
    add("</g>\n");
    for (int rank = 0; rank < size; rank++) {
      Point at = place(rank);
      add("<g transform='translate(%s)'><circle class='node' r='%.0f'/>", at, NODE_RADIUS);
      add("<text y='3.5'>%d</text></g>\n", rank);
    }
  }

  /** Those of one rank, but a line shared by two only from its lower end. */
  private void arrows(int from, int[][] peers) {
    for (int to : peers[from]) {
      boolean back = Arrays.binarySearch(peers[to], from) >= 0;
      if (!back || from < to) {
        arrow(from, to, back);
      }
    }
  }

  private void arrow(int from, int to, boolean back) {
    Point bend = bend(from, to);
    Point start = place(from).toward(bend, NODE_RADIUS + (back ? 1 + HEAD_LENGTH : 1));
    Point end = place(to).toward(bend, NODE_RADIUS + 1 + HEAD_LENGTH);
    add("<path class='edge' d='M%sQ%s %s'/>", start, bend, end);
    head(to, bend);
    if (back) {
      head(from, bend);
    }
    add("\n");
  }

  private void head(int rank, Point bend) {
    Point tip = place(rank).toward(bend, NODE_RADIUS + 1);
    Point base = place(rank).toward(bend, NODE_RADIUS + 1 + HEAD_LENGTH);
    double acrossX = (tip.y - base.y) / HEAD_LENGTH * HEAD_WIDTH / 2;
    double acrossY = (base.x - tip.x) / HEAD_LENGTH * HEAD_WIDTH / 2;
    Point left = new Point(base.x + acrossX, base.y + acrossY);
    Point right = new Point(base.x - acrossX, base.y - acrossY);
    add("<path class='head' d='M%sL%sL%sZ'/>", tip, left, right);
  }

  /** Where a line is pulled to: inwards, since a straight one would run over the ranks between. */
  private Point bend(int from, int to) {
    Point middle = place(from).middle(place(to));
    int apart = Math.min(Math.abs(from - to), size - Math.abs(from - to));
    if (apart == 1) {
      return middle;
    }
    double length = 2 * place(from).distance(middle);
    Point centre = new Point(0, 0);
    return middle.toward(centre, Math.min(0.3 * length, 0.6 * middle.distance(centre)));
  }

  /** Rank 0 on top, then clockwise, around the origin. StrictMath: the same text everywhere. */
  private Point place(int rank) {
    double angle = 2 * Math.PI * rank / size;
    return new Point(radius * StrictMath.sin(angle), -radius * StrictMath.cos(angle));
  }

  private record Point(double x, double y) {

    double distance(Point other) {
      return Math.sqrt((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y));
    }

    Point middle(Point other) {
      return new Point((x + other.x) / 2, (y + other.y) / 2);
    }

    Point toward(Point other, double step) {
      double distance = distance(other);
      double part = distance > 0 ? step / distance : 0;
      return new Point(x + (other.x - x) * part, y + (other.y - y) * part);
    }

    /** In tenths, which are fine enough; rounding to a long also takes the sign off a zero. */
    @Override
    public String toString() {
      return Math.round(x * 10) / 10.0 + " " + Math.round(y * 10) / 10.0;
    }
  }

  private void add(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
