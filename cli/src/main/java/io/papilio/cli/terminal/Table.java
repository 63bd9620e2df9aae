package io.papilio.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A plain text table: columns as wide as their widest cell, two spaces apart, numbers to the right.
 *
 * <pre>{@code
 * Table table = new Table("algorithm", ">rounds");      // > aligns to the right
 * table.add("ring", 6);
 * }</pre>
 */
public final class Table {
  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] right;

  public Table(String... titles) {
    this.right = new boolean[titles.length];
    String[] cells = new String[titles.length];
    for (int i = 0; i < titles.length; i++) {
      right[i] = titles[i].startsWith(">");
      cells[i] = right[i] ? titles[i].substring(1) : titles[i];
    }
    rows.add(cells);
  }

  /** Adds a row; cells are shown as {@link String#valueOf}. */
  public void add(Object... cells) {
    if (cells.length != right.length) {
      throw new IllegalStateException(cells.length + " cells in " + right.length + " columns");
    }
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = String.valueOf(cells[i]);
    }
    rows.add(row);
  }

  /** A number with so many decimals, the same in every locale. */
  public static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** The lines of the table, without a line break at the end. */
  @Override
  public String toString() {
    int[] widths = new int[right.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String space = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? "" : "  ");
        line.append(right[i] ? space + row[i] : row[i] + space);
      }
      text.append(text.length() == 0 ? "" : "\n").append(line.toString().stripTrailing());
    }
    return text.toString();
  }
}
