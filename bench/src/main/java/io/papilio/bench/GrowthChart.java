package io.papilio.bench;

import io.papilio.bench.Summary.Figure;
import io.papilio.bench.Summary.Point;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Measured and predicted time against ranks or lengths. */
final class GrowthChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 450;
  private static final BasicStroke THIN = new BasicStroke(0.5f);

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
    XYChart chart = chart(title, "ranks");
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisDecimalPattern("0");
    return draw(chart, points(p -> p.length() == length), Point::ranks);
  }

  /** Lengths and their times differ by orders of magnitude. */
  XYChart byLength(int ranks) {
    XYChart chart =
        chart("All-reduce of %d ranks, Papilio %s".formatted(ranks, contender), "floats");
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    return draw(chart, points(p -> p.ranks() == ranks), Point::length);
  }

  private Collection<Point> points(Predicate<Point> which) {
    return summary.points(List.of(contender)).stream().filter(which).toList();
  }

  private static XYChart chart(String title, String axis) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(axis)
            .yAxisTitle("microseconds")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesStroke(THIN); // dashes make a file of hundreds of kilobytes
    return chart;
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

  static void write(XYChart chart, Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (OutputStream stream = Files.newOutputStream(file)) {
      ChartEncoder.saveChart(chart, stream, "svg");
    }
  }
}
