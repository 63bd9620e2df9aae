package io.papilio.learn.model;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One example without its label, as a program has it: values by name, or by index.
 *
 * <pre>{@code
 * Row.of("age", 37, "country", "NL")
 * Row.of().with(12, 0.5).with(77, 1)
 * }</pre>
 *
 * <p>A value is a number or a text. A text is a feature of its own, {@code country=NL}, with the
 * value 1. Immutable.
 */
public final class Row {
  private static final Row EMPTY = new Row(Map.of(), Map.of());

  private final Map<String, Float> named;
  private final Map<Integer, Float> indexed;

  private Row(Map<String, Float> named, Map<Integer, Float> indexed) {
    this.named = named;
    this.indexed = indexed;
  }

  /** Returns a row of names and values in turn; without any it has no features. */
  public static Row of(Object... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "a row takes names and values in turn, not %d things".formatted(namesAndValues.length));
    }
    Row row = EMPTY;
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row = row.with(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return row;
  }

  /** Returns a row with one more value, a number or a text. */
  public Row with(String name, Object value) {
    Map<String, Float> more = new LinkedHashMap<>(named);
    if (value instanceof Number number) {
      more.put(name, finite(name, number.doubleValue()));
    } else {
      more.put(name + "=" + value, 1f);
    }
    return new Row(more, indexed);
  }

  /** Returns a row with one more value; the first feature has the index 0. */
  public Row with(int index, double value) {
    if (index < 0) {
      throw new IllegalArgumentException("a feature has no index " + index);
    }
    Map<Integer, Float> more = new LinkedHashMap<>(indexed);
    more.put(index, finite("feature " + index, value));
    return new Row(named, more);
  }

  private static float finite(String name, double value) {
    if (!Float.isFinite((float) value)) {
      throw new IllegalArgumentException("%s is %s, not a finite number".formatted(name, value));
    }
    return (float) value;
  }

  /** Returns the names of its features; those of texts have their value in the name. */
  public Iterable<String> names() {
    return named.keySet();
  }

  /**
   * Adds it to rows.
   *
   * @throws IllegalArgumentException if no feature has a name; a text that was never seen is no
   *     error, if other texts of that name were
   */
  public void addTo(RowsBuilder rows, Features features, float label) {
    for (Map.Entry<String, Float> each : named.entrySet()) {
      OptionalInt index = features.index(each.getKey());
      if (index.isPresent()) {
        add(rows, index.getAsInt(), each.getValue());
      } else {
        requireKnown(features, each.getKey());
      }
    }
    indexed.forEach((index, value) -> add(rows, index, value));
    rows.endRow(label, 1);
  }

  private static void requireKnown(Features features, String name) {
    int end = name.indexOf('=');
    String prefix = name.substring(0, end + 1);
    List<String> known = features.columns().map(Columns::features).orElse(List.of());
    if (end < 0 || known.stream().noneMatch(one -> one.startsWith(prefix))) {
      throw new IllegalArgumentException(
          known.isEmpty()
              ? "feature '%s': the model knows features by index, not by name".formatted(name)
              : "no feature '%s'; the model knows: %s"
                  .formatted(
                      name, String.join(", ", known.subList(0, Math.min(20, known.size())))));
    }
  }

  private static void add(RowsBuilder rows, int index, float value) {
    if (value != 0) {
      rows.add(index, value);
    }
  }

  static SparseRows block(List<Row> rows, Model model) {
    RowsBuilder builder = new RowsBuilder();
    rows.forEach(row -> row.addTo(builder, model.features(), Float.NaN));
    return builder.build();
  }
}
