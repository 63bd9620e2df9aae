package io.papilio.bench.sweep;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown. */
final class MarkdownTable {
  /** What stands for a figure that there is not. */
  static final String NOTHING = "–";

  private static final MathContext DIGITS = new MathContext(4);

  private final List<String> lines = new ArrayList<>();

  /** Creates a table without rows, whose first columns are names and the others numbers. */
  MarkdownTable(int names, List<String> titles) {
    add(titles);
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      rules.add(i < names ? "---" : "---:");
    }
    add(rules);
  }

  void add(List<String> cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  /** Returns a number with four digits, or all of a whole one; the same in every locale. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return NOTHING;
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    if (Math.abs(value) < 1e-3) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    if (Math.abs(value) >= 1e3) {
      return String.format(Locale.ROOT, "%,.1f", value);
    }
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
