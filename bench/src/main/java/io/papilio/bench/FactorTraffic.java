package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.knowm.xchart.XYChart;

/** Draws the table {@code bench/factors growth} has written: bytes of a step against J = D. */
public final class FactorTraffic {
  private static final int CELLS = 6;

  private record Row(int size, String sync, double bytes) {
    static Row of(String[] cells) {
      return new Row(Integer.parseInt(cells[1]), cells[3], Double.parseDouble(cells[4]));
    }
  }

  private FactorTraffic() {}

  /** From a table to an SVG. */
  public static void main(String[] args) throws IOException {
    Chart.write(chart(Files.readAllLines(Path.of(args[0]))), Path.of(args[1]));
  }

  static XYChart chart(List<String> lines) {
    List<Row> rows =
        lines.stream()
            .map(line -> line.strip().split(" +"))
            .filter(cells -> cells.length == CELLS && Character.isDigit(cells[0].charAt(0)))
            .map(Row::of)
            .toList();
    XYChart chart = Chart.empty("Bytes of a step, 4 workers, 16 rows each", "J = D", "bytes");
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    for (String sync : new TreeSet<>(rows.stream().map(Row::sync).toList())) {
      List<Row> own = rows.stream().filter(row -> row.sync.equals(sync)).toList();
      chart.addSeries(
          sync,
          own.stream().mapToDouble(Row::size).toArray(),
          own.stream().mapToDouble(Row::bytes).toArray());
    }
    return chart;
  }
}
