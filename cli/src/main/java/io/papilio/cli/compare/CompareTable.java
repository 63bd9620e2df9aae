package io.papilio.cli.compare;

import io.papilio.cli.terminal.Table;
import io.papilio.lab.compare.Comparison;
import io.papilio.lab.compare.ComparisonRun;
import io.papilio.learn.data.ByteCount;
import java.util.Locale;

/** A comparison as text. */
final class CompareTable {
  private CompareTable() {}

  static String text(Comparison all) {
    double target = all.target();
    String to = " to " + number(target, 4);
    Table table =
        new Table(
            "strategy",
            "consistency",
            ">workers",
            ">loss",
            ">accuracy",
            ">examples" + to,
            ">seconds" + to,
            ">bytes" + to,
            ">bytes/iteration",
            ">gap",
            ">apart",
            ">seconds");
    for (ComparisonRun run : all.runs()) {
      var reached = run.result().reached(target);
      table.add(
          run.what().sync(),
          run.what().consistency(),
          run.what().workers(),
          number(run.metric("loss"), 4),
          number(run.metric("accuracy"), 4),
          reached.map(it -> count(it.examples())).orElse("-"),
          reached.map(it -> seconds(it.seconds())).orElse("-"),
          reached.map(it -> ByteCount.text(it.bytes())).orElse("-"),
          ByteCount.text(run.bytesPerIteration()),
          number(run.result().spectralGap(), 4),
          run.result().distance() > 0
              ? String.format(Locale.ROOT, "%.1e", run.result().distance())
              : "-",
          seconds(run.result().seconds()));
    }
    return table
        + "\n\nbytes/iteration: per worker; gap: spectral gap; apart: consensus distance at the"
        + " end.\n\n"
        + String.join("\n", all.advice());
  }

  private static String number(double value, int decimals) {
    return Double.isFinite(value) ? Table.fixed(value, decimals) : "-";
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String seconds(double value) {
    return number(value, 3);
  }
}
