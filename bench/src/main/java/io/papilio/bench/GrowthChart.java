package io.papilio.bench;

import io.papilio.bench.Summary.Figure;
import io.papilio.bench.Summary.Point;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;

/** Measured and predicted time against ranks or lengths. */
final class GrowthChart {
  private static final String TIME = "microseconds";

  private final String contender;
  private final Summary summary;

  GrowthChart(String contender, Summary summary) {
    this.contender = contender;
    this.summary = summary;
  }

  /** Ranks differ by a few, so their axis is plain, and so is that of time. */
  XYChart byRanks(int length) {
    String title =
        "All-reduce of %s floats, Papilio %s".formatted(MarkdownTable.length(length), contender);
    XYChart chart = Chart.empty(title, "ranks", TIME);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisDecimalPattern("0");
    return draw(chart, points(p -> p.length() == length), Point::ranks);
  }

  /** Lengths and their times differ by orders of magnitude. */
  XYChart byLength(int ranks) {
    String title = "All-reduce of %d ranks, Papilio %s".formatted(ranks, contender);
    XYChart chart = Chart.empty(title, "floats", TIME);
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    return draw(chart, points(p -> p.ranks() == ranks), Point::length);
  }

  private Collection<Point> points(Predicate<Point> which) {
    return summary.points(List.of(contender)).stream().filter(which).toList();
  }

  private XYChart draw(XYChart chart, Collection<Point> points, ToDoubleFunction<Point> position) {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    double[] x = points.stream().mapToDouble(position).toArray();
    chart.addSeries("best", x, times(points, Figure::bestMicros));
    chart.addSeries("median", x, times(points, Figure::medianMicros));
    chart.addSeries("predicted", x, times(points, f -> f.predictedMicros().orElse(Double.NaN)));
    return chart;
  }

  private double[] times(Collection<Point> points, ToDoubleFunction<Figure> time) {
    return points.stream()
        .mapToDouble(point -> time.applyAsDouble(summary.figure(contender, point).orElseThrow()))
        .toArray();
  }
}
