package io.papilio.cli.compare;

import io.papilio.cli.terminal.Table;
import io.papilio.lab.compare.Comparison;
import io.papilio.lab.compare.ComparisonRun;
import io.papilio.learn.data.ByteCount;
import io.papilio.learn.job.TrainingResult.Reached;
import java.util.Locale;

/** A comparison as text. */
final class CompareTable {
  private CompareTable() {}

  static String text(Comparison all) {
    double target = all.target();
    String to = " to " + text("%.4f", target);
    Table<ComparisonRun> table =
        new Table<>(all.runs())
            .column("strategy", run -> run.what().sync())
            .column("consistency", run -> run.what().consistency())
            .column(">workers", run -> run.what().workers())
            .number("loss", 4, run -> run.metric("loss"))
            .number("accuracy", 4, run -> run.metric("accuracy"))
            .column(">examples" + to, run -> text("%,.0f", run.needed(target, Reached::examples)))
            .number("seconds" + to, 3, run -> run.needed(target, Reached::seconds))
            .column(">bytes" + to, run -> ByteCount.text(run.needed(target, Reached::bytes)))
            .column(">bytes/iteration", run -> ByteCount.text(run.bytesPerIteration()))
            .number("gap", 4, run -> run.result().spectralGap())
            .column(">apart", run -> distance(run.result().distance()))
            .number("seconds", 3, run -> run.result().seconds());
    return table
        + "\n\nbytes/iteration: per worker; gap: spectral gap; apart: consensus distance at the"
        + " end.\n\n"
        + String.join("\n", all.advice());
  }

  private static String text(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }

  private static String distance(double value) {
    return value > 0 ? text("%.1e", value) : "-";
  }
}
