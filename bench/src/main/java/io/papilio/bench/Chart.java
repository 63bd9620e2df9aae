package io.papilio.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** How all charts look, and how they become files. */
final class Chart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 450;
  private static final BasicStroke THIN = new BasicStroke(0.5f);

  private Chart() {}

  /** Without anything in it. */
  static XYChart empty(String title, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotGridLinesStroke(THIN); // dashes make a file of hundreds of kilobytes
    return chart;
  }

  /** As SVG. */
  static void write(XYChart chart, Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (OutputStream stream = Files.newOutputStream(file)) {
      ChartEncoder.saveChart(chart, stream, "svg");
    }
  }
}
