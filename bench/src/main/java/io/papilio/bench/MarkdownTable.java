package io.papilio.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown: the first columns are names, the others numbers. */
final class MarkdownTable {
  private final List<String> lines = new ArrayList<>();

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

  /** Microseconds with three digits or more, the same in every locale. */
  static String micros(double value) {
    String format = value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }

  static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** 1e5 where that is shorter than the number itself. */
  static String length(int value) {
    int zeros = 0;
    int rest = value;
    while (rest > 0 && rest % 10 == 0) {
      rest /= 10;
      zeros++;
    }
    return zeros > 2 ? rest + "e" + zeros : String.valueOf(value);
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
