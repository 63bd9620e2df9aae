package io.papilio.cli;

import java.util.Locale;

/** A comparison as text. */
final class CompareTable {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

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
    for (CompareRun run : all.runs()) {
      var reached = run.reached(target);
      table.add(
          run.what().sync(),
          run.what().consistency(),
          run.what().workers(),
          number(run.number("loss"), 4),
          number(run.number("accuracy"), 4),
          reached.map(it -> count(it.examples())).orElse("-"),
          reached.map(it -> seconds(it.seconds())).orElse("-"),
          reached.map(it -> bytes(it.bytes())).orElse("-"),
          bytes(run.bytesPerIteration()),
          number(run.number("spectralGap"), 4),
          run.distance() > 0 ? String.format(Locale.ROOT, "%.1e", run.distance()) : "-",
          seconds(run.number("seconds")));
    }
    return table
        + "\n\nbytes/iteration: of a worker; gap: spectral gap; apart: how far workers differ"
        + " at the end, by the norm of the mean.\n\n"
        + String.join("\n", CompareAdvice.of(all));
  }

  private static String number(double value, int decimals) {
    return Double.isFinite(value) ? Table.fixed(value, decimals) : "-";
  }

  static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  static String seconds(double value) {
    return number(value, 3);
  }

  /** With a unit, such as 1.25 MB. */
  static String bytes(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    int unit = 0;
    double shown = value;
    while (shown >= 999.5 && unit < UNITS.length - 1) {
      shown /= 1000;
      unit++;
    }
    boolean whole = unit == 0 || shown >= 99.95;
    return number(shown, whole ? 0 : shown >= 9.995 ? 1 : 2) + " " + UNITS[unit];
  }
}
