package io.papilio.bench;

import io.papilio.bench.Summary.Figure;
import io.papilio.bench.Summary.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of our transports next to those who do the same with theirs. Threads are compared with
 * processes that share memory: who has only those has nothing faster on one machine.
 */
record Comparison(String ours, List<String> peers) {
  private static final String NOTHING = "–";

  private static final Map<String, String> TITLES =
      Map.of(
          "openmpi-shm", "Open MPI shm",
          "openmpi-tcp", "Open MPI tcp",
          "gloo", "gloo");

  static final List<Comparison> ALL =
      List.of(
          new Comparison("inproc", List.of("openmpi-shm")),
          new Comparison("shm", List.of("openmpi-shm")),
          new Comparison("tcp", List.of("openmpi-tcp", "gloo")));

  /** The table, or nothing if there is nothing of ours. */
  Optional<String> markdown(Summary summary) {
    if (!summary.has(ours)) {
      return Optional.empty();
    }
    List<String> present = peers.stream().filter(summary::has).toList();
    MarkdownTable table = new MarkdownTable(0, titles(present));
    List<String> all = new ArrayList<>(present);
    all.add(ours);
    for (Point point : summary.points(all)) {
      table.add(row(summary, point, present));
    }
    return Optional.of("## Papilio " + ours + "\n\n" + table);
  }

  private static List<String> titles(List<String> present) {
    List<String> titles = new ArrayList<>(List.of("ranks", "floats"));
    titles.addAll(List.of("Papilio best", "median", "predicted", "best / predicted"));
    for (String peer : present) {
      String title = TITLES.get(peer);
      titles.addAll(List.of(title + " best", "median", title + " / Papilio"));
    }
    return titles;
  }

  private List<String> row(Summary summary, Point point, List<String> present) {
    Optional<Figure> own = summary.figure(ours, point);
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(point.ranks()));
    cells.add(MarkdownTable.length(point.length()));
    addTimes(cells, own);
    double predicted = own.map(f -> f.predictedMicros().orElse(Double.NaN)).orElse(Double.NaN);
    cells.add(Double.isNaN(predicted) ? NOTHING : MarkdownTable.micros(predicted));
    cells.add(ratio(own.map(Figure::bestMicros), predicted));
    for (String peer : present) {
      Optional<Figure> theirs = summary.figure(peer, point);
      addTimes(cells, theirs);
      double ourBest = own.map(Figure::bestMicros).orElse(Double.NaN);
      cells.add(ratio(theirs.map(Figure::bestMicros), ourBest));
    }
    return cells;
  }

  private static void addTimes(List<String> cells, Optional<Figure> figure) {
    String wrong = figure.map(Figure::correct).orElse(true) ? "" : " WRONG";
    cells.add(figure.map(f -> MarkdownTable.micros(f.bestMicros()) + wrong).orElse(NOTHING));
    cells.add(figure.map(f -> MarkdownTable.micros(f.medianMicros())).orElse(NOTHING));
  }

  private static String ratio(Optional<Double> dividend, double divisor) {
    return dividend.isEmpty() || Double.isNaN(divisor)
        ? NOTHING
        : MarkdownTable.ratio(dividend.get() / divisor);
  }
}
