package io.papilio.cli.terminal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A plain text table, made column by column: columns are as wide as their widest cell, two spaces
 * apart, numbers to the right. If no column has a title, there is no line of titles.
 *
 * <pre>{@code
 * new Table<>(results)
 *     .column("algorithm", Result::name)
 *     .column(">rounds", Result::rounds)          // > aligns to the right
 *     .number("seconds", 3, Result::seconds);     // three decimals
 * }</pre>
 */
public final class Table<T> {
  private final Collection<T> rows;
  private final List<StringBuilder> lines = new ArrayList<>();

  public Table(Collection<T> rows) {
    this.rows = rows;
  }

  /** Adds a column; cells are shown as {@link String#valueOf}. */
  public Table<T> column(String title, Function<T, ?> cell) {
    boolean right = title.startsWith(">");
    List<String> cells = new ArrayList<>();
    cells.add(right ? title.substring(1) : title);
    rows.forEach(row -> cells.add(String.valueOf(cell.apply(row))));
    int width = cells.stream().mapToInt(String::length).max().orElse(0);
    boolean isFirst = lines.isEmpty();
    for (int i = 0; i < cells.size(); i++) {
      if (isFirst) {
        lines.add(new StringBuilder());
      }
      String space = " ".repeat(width - cells.get(i).length());
      lines
          .get(i)
          .append(isFirst ? "" : "  ")
          .append(right ? space + cells.get(i) : cells.get(i) + space);
    }
    return this;
  }

  /** Adds a column of numbers; a dash stands for what is none. */
  public Table<T> number(String title, int decimals, ToDoubleFunction<T> cell) {
    return column(
        ">" + title,
        row -> {
          double value = cell.applyAsDouble(row);
          return Double.isFinite(value) ? fixed(value, decimals) : "-";
        });
  }

  /** Returns a number with so many decimals, the same in every locale. */
  public static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** Returns the lines of the table, without a line break at the end. */
  @Override
  public String toString() {
    List<String> all = lines.stream().map(line -> line.toString().stripTrailing()).toList();
    return all.stream().skip(all.get(0).isEmpty() ? 1 : 0).collect(Collectors.joining("\n"));
  }
}
