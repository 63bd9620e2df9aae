package io.papilio.bench.sweep;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** A chart of a table. */
record ResultChart(ResultTable results, Style style) {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 450;
  private static final BasicStroke THIN = new BasicStroke(0.5f);

  /**
   * What is drawn.
   *
   * @param x the key of the horizontal axis, whose values are numbers
   * @param y a {@link Column} for each line
   * @param by the key that has a line for each value; may be missing
   * @param logX whether the horizontal axis is logarithmic
   * @param logY whether the vertical axis is logarithmic
   */
  record Style(String title, String x, List<String> y, String by, boolean logX, boolean logY) {}

  XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(style.title)
            .xAxisTitle(Column.of(style.x).title())
            .yAxisTitle(style.y.size() == 1 ? Column.of(style.y.get(0)).title() : "")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesStroke(THIN); // dashes make a file of hundreds of kilobytes
    chart.getStyler().setXAxisLogarithmic(style.logX);
    chart.getStyler().setYAxisLogarithmic(style.logY);
    chart.getStyler().setXAxisDecimalPattern("#,###");
    List<String> keys = style.by == null ? List.of() : List.of(style.by);
    results.groups(keys).forEach((labels, rows) -> addLines(chart, labels, rows));
    return chart;
  }

  private void addLines(XYChart chart, List<String> labels, List<Map<String, Object>> rows) {
    var all = List.copyOf(results.groups(results.table().allKeys()).values());
    List<List<Map<String, Object>>> points =
        List.copyOf(new ResultTable(results.table(), rows).groups(List.of(style.x)).values());
    for (String text : style.y) {
      Column column = Column.of(text);
      List<List<Map<String, Object>>> drawn =
          points.stream().filter(point -> isDrawn(column.value(point, all))).toList();
      String name = labels.isEmpty() ? column.title() : labels.get(0);
      chart.addSeries(
          style.y.size() == 1 || labels.isEmpty() ? name : name + ", " + column.title(),
          drawn.stream().mapToDouble(point -> position(point.get(0))).toArray(),
          drawn.stream().mapToDouble(point -> column.value(point, all)).toArray());
    }
  }

  private boolean isDrawn(double y) {
    return style.logY ? y > 0 : !Double.isNaN(y);
  }

  private double position(Map<String, Object> row) {
    return Double.parseDouble(String.valueOf(row.get(style.x)));
  }

  /** Writes it as SVG. */
  void write(Path file) throws IOException {
    try (OutputStream stream = Files.newOutputStream(file)) {
      ChartEncoder.saveChart(chart(), stream, "svg");
    }
  }
}
