package io.papilio.bench.sweep;

import io.papilio.bench.sweep.SweepFile.SweepTable;
import io.papilio.bench.sweep.SweepFile.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was measured for a table, as Markdown.
 *
 * @param rows labels, round and figures of each turn
 */
record ResultTable(SweepTable table, List<Map<String, Object>> rows) {
  /** What takes no longer than this times the least is as good. */
  private static final double NEAR = 1.15;

  String markdown() {
    StringBuilder text = new StringBuilder();
    if (!table.columns().isEmpty()) {
      text.append(plain());
    }
    for (View view : table.views()) {
      text.append(text.isEmpty() ? "" : "\n");
      text.append(view.title() == null ? "" : "**" + view.title() + "**\n\n")
          .append(sideBySide(view));
    }
    return text.toString();
  }

  /** Returns rows by the values of keys, in the order in which they were measured. */
  Map<List<String>, List<Map<String, Object>>> groups(List<String> keys) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                row -> keys.stream().map(key -> text(row.get(key))).toList(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private static String text(Object value) {
    return value instanceof Number number
        ? MarkdownTable.number(number.doubleValue())
        : String.valueOf(value);
  }

  private String plain() {
    List<Column> columns = table.columns().stream().map(Column::of).toList();
    List<String> titles = new ArrayList<>(table.allKeys());
    columns.forEach(column -> titles.add(column.title()));
    MarkdownTable text = new MarkdownTable(table.allKeys().size(), titles);
    var groups = groups(table.allKeys());
    List<List<Map<String, Object>>> all = List.copyOf(groups.values());
    groups.forEach(
        (labels, own) -> {
          List<String> cells = new ArrayList<>(labels);
          columns.forEach(column -> cells.add(column.text(own, all)));
          text.add(cells);
        });
    return text.toString();
  }

  private String sideBySide(View view) {
    List<String> values = view.values().isEmpty() ? values(view.by()) : view.values();
    List<String> present = values.stream().filter(values(view.by())::contains).toList();
    if (present.isEmpty() || !present.get(0).equals(values.get(0))) {
      return "Nothing was measured of " + values.get(0) + ".\n";
    }
    List<String> keys = table.allKeys().stream().filter(key -> !key.equals(view.by())).toList();
    MarkdownTable text = new MarkdownTable(keys.size(), titles(view, keys, present));
    int near = 0;
    int lines = 0;
    for (var group : groups(keys).entrySet()) {
      GroupLine line = new GroupLine(view, group.getValue(), present);
      if (!Double.isNaN(line.first())) {
        List<String> cells = new ArrayList<>(group.getKey());
        cells.addAll(line.cells());
        text.add(cells);
        near += line.first() <= NEAR * line.least() ? 1 : 0;
        lines++;
      }
    }
    return text
        + (view.toBest()
            ? "\n%s is within 15 %% of the fastest in %d of %d lines.\n"
                .formatted(present.get(0), near, lines)
            : "");
  }

  private List<String> values(String key) {
    return groups(List.of(key)).keySet().stream().map(labels -> labels.get(0)).toList();
  }

  private static List<String> titles(View view, List<String> keys, List<String> present) {
    List<String> titles = new ArrayList<>(keys);
    Column compared = Column.of(view.columns().get(0));
    view.columns().forEach(column -> titles.add(present.get(0) + " " + Column.of(column).title()));
    if (view.toBest()) {
      titles.addAll(List.of("fastest", compared.title(), present.get(0) + " / fastest"));
    } else {
      for (String other : present.subList(1, present.size())) {
        titles.add(other + " " + compared.title());
        titles.add(other + " / " + present.get(0));
      }
    }
    return titles;
  }

  /** A line of values side by side. */
  private record GroupLine(View view, Collection<Map<String, Object>> rows, List<String> values) {

    private List<Map<String, Object>> own(String label) {
      return rows.stream().filter(row -> text(row.get(view.by())).equals(label)).toList();
    }

    private double value(String label, Column column) {
      List<Map<String, Object>> own = own(label);
      return own.isEmpty() ? Double.NaN : column.value(own, List.of(own));
    }

    private Column compared() {
      return Column.of(view.columns().get(0));
    }

    double first() {
      return value(values.get(0), compared());
    }

    private String fastest() {
      String fastest = values.get(0);
      for (String label : values) {
        fastest = value(label, compared()) < value(fastest, compared()) ? label : fastest;
      }
      return fastest;
    }

    double least() {
      return value(fastest(), compared());
    }

    List<String> cells() {
      List<String> cells = new ArrayList<>();
      List<Map<String, Object>> first = own(values.get(0));
      view.columns().forEach(column -> cells.add(Column.of(column).text(first, List.of(first))));
      if (view.toBest()) {
        cells.add(fastest());
        cells.add(MarkdownTable.number(least()));
        cells.add(MarkdownTable.number(first() / least()));
      } else {
        for (String other : values.subList(1, values.size())) {
          cells.add(MarkdownTable.number(value(other, compared())));
          cells.add(MarkdownTable.number(value(other, compared()) / first()));
        }
      }
      return cells;
    }
  }
}
