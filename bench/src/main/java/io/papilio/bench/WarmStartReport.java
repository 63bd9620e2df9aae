package io.papilio.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.knowm.xchart.XYChart;

/**
 * What an online pass saves, on one data set.
 *
 * @param size of the data, and how many workers
 * @param cold L-BFGS from zero, up to the optimum
 * @param warm after an online pass
 */
record WarmStartReport(
    String name, String size, Map<String, String> facts, Descent cold, Descent warm) {
  static final double[] GAPS = {1e-1, 1e-2, 1e-3, 1e-4};

  /** Passes over all non-zeros: margins, gradient and diagonal at the start; then two each. */
  private static final int PASSES_BEFORE = 3;

  private static final int PASSES_EACH = 2;

  /** One to count in how many rows features are, one to learn. */
  private static final int ONLINE_PASSES = 2;

  /** Below there is more rounding than anything else. */
  private static final double LEAST_DRAWN = 1e-7;

  private static final String NOTHING = "–";

  double optimum() {
    return Math.min(cold.least(), warm.least());
  }

  String markdown(String chart) {
    StringBuilder text = new StringBuilder();
    text.append(size).append("; ");
    text.append(
        "%s, %s, commit %s.\n"
            .formatted(facts.get("command"), facts.get("date"), facts.get("commit")));
    text.append(
        String.format(
            Locale.ROOT,
            "f* = %.6f, after %d iterations from zero. Before the first iteration (f − f*) / f* is"
                + " %.3f from zero and %.3f after the online pass.%n%n",
            optimum(),
            cold.values().size() - 1,
            gap(cold.values().get(0)),
            gap(warm.values().get(0))));
    MarkdownTable table =
        new MarkdownTable(
            0, List.of("(f − f*) / f*", "lbfgs", "passes", "hybrid", "passes", "iterations saved"));
    for (double gap : GAPS) {
      OptionalInt from = cold.iterationsTo(gap, optimum());
      OptionalInt to = warm.iterationsTo(gap, optimum());
      table.add(
          List.of(
              String.format(Locale.ROOT, "%.0e", gap),
              cell(from, 1, 0),
              cell(from, PASSES_EACH, PASSES_BEFORE),
              cell(to, 1, 0),
              cell(to, PASSES_EACH, PASSES_BEFORE + ONLINE_PASSES),
              from.isEmpty() || to.isEmpty()
                  ? NOTHING
                  : String.valueOf(from.getAsInt() - to.getAsInt())));
    }
    return text.append(table)
        .append("\n![")
        .append(name)
        .append("](")
        .append(chart)
        .append(")\n")
        .toString();
  }

  private static String cell(OptionalInt iterations, int each, int before) {
    return iterations.isEmpty() ? NOTHING : String.valueOf(before + each * iterations.getAsInt());
  }

  private double gap(double value) {
    return (value - optimum()) / optimum();
  }

  /** The gap against iterations. */
  XYChart chart() {
    XYChart chart = Chart.empty(name, "iterations of L-BFGS", "(f - f*) / f*");
    chart.getStyler().setYAxisLogarithmic(true);
    add(chart, "lbfgs", cold);
    add(chart, "hybrid", warm);
    return chart;
  }

  private void add(XYChart chart, String title, Descent descent) {
    double[] all = descent.values().stream().mapToDouble(this::gap).toArray();
    int count = 0;
    while (count < all.length && all[count] > LEAST_DRAWN) {
      count++;
    }
    double[] x = new double[count];
    double[] y = new double[count];
    for (int i = 0; i < count; i++) {
      x[i] = i;
      y[i] = all[i];
    }
    chart.addSeries(title, x, y);
  }
}
