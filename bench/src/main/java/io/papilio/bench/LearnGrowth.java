package io.papilio.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.knowm.xchart.XYChart;

/** How the time of a pass grows with rows and with features. */
record LearnGrowth(Findings findings) {
  static final String ROWS = "rows";
  static final String FEATURES = "features";

  /** Of which they are findings; no data set of the others. */
  static final String SET = "growth";

  /** The seconds of a pass with so many rows or features. */
  static String measure(String what, Exercise exercise, int size) {
    return "%s/%s/%d".formatted(what, exercise.word(), size);
  }

  private List<Integer> sizes(String what) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (Finding finding : findings.all()) {
      String[] words = finding.measure().split("/");
      if (words[0].equals(what)) {
        sizes.add(Integer.parseInt(words[2]));
      }
    }
    return List.copyOf(sizes);
  }

  private double seconds(String what, Exercise exercise, int size) {
    return findings.least(measure(what, exercise, size)).orElse(Double.NaN);
  }

  /** Best times in milliseconds, and how many times that of the smallest size. */
  String table(String what) {
    MarkdownTable table =
        new MarkdownTable(0, List.of(what, "sgd", "times", "online", "times", "lbfgs", "times"));
    List<Integer> sizes = sizes(what);
    for (int size : sizes) {
      List<String> cells = new ArrayList<>();
      cells.add(String.format(Locale.ROOT, "%,d", size));
      for (Exercise exercise : Exercise.values()) {
        double seconds = seconds(what, exercise, size);
        cells.add(MarkdownTable.micros(seconds * 1e3));
        cells.add(MarkdownTable.ratio(seconds / seconds(what, exercise, sizes.get(0))));
      }
      table.add(cells);
    }
    return table.toString();
  }

  /** Best times against the size. */
  XYChart chart(String what) {
    List<Integer> sizes = sizes(what);
    XYChart chart = Chart.empty("A pass over the data, by " + what, what, "milliseconds");
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisMin(0.0);
    chart.getStyler().setXAxisDecimalPattern("#,###");
    double[] x = sizes.stream().mapToDouble(size -> size).toArray();
    for (Exercise exercise : Exercise.values()) {
      double[] y = sizes.stream().mapToDouble(s -> 1e3 * seconds(what, exercise, s)).toArray();
      chart.addSeries(exercise.word(), x, y);
    }
    return chart;
  }
}
