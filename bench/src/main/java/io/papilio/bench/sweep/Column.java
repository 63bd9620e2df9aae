package io.papilio.bench.sweep;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A figure of all rounds of a case, as a sweep spells it: a name, or one of these words before it.
 *
 * <pre>
 *   min, max, median   of all rounds; median unless said
 *   count              how many rounds there are
 *   above              the least of all rounds next to the least of all cases: 0.01 is 1 % above
 *   off                how far a number, or the numbers of a list, are from those of the first case
 * </pre>
 */
record Column(String how, String figure) {
  private static final Set<String> WAYS = Set.of("min", "max", "median", "count", "above", "off");

  static Column of(String text) {
    String[] words = text.split(" ");
    Column column = words.length == 1 ? new Column("median", text) : new Column(words[0], words[1]);
    if (words.length > 2 || !WAYS.contains(column.how)) {
      throw new IllegalArgumentException("no column '%s'".formatted(text));
    }
    return column;
  }

  /** Returns its title: {@code min seconds} is "best seconds". */
  String title() {
    String words = figure.replaceAll("([A-Z]|(?<=[a-z])\\d+)", " $1").toLowerCase();
    return switch (how) {
      case "median" -> words;
      case "min", "max" -> "best " + words.replaceFirst("^(min|max) ", "");
      default -> how + " " + words;
    };
  }

  /** Returns its value as text, for one of several cases. */
  String text(List<Map<String, Object>> own, List<List<Map<String, Object>>> all) {
    Set<String> texts =
        own.stream()
            .map(row -> row.get(figure))
            .filter(value -> value instanceof String || value instanceof Boolean)
            .map(String::valueOf)
            .collect(Collectors.toSet());
    return texts.isEmpty()
        ? MarkdownTable.number(value(own, all))
        : texts.stream().sorted().collect(Collectors.joining(", "));
  }

  /** Returns its value for one of several cases; not a number if there is none. */
  double value(List<Map<String, Object>> own, List<List<Map<String, Object>>> all) {
    if (how.equals("off")) {
      return off(own, all.get(0));
    }
    double[] values = numbers(own);
    if (how.equals("count")) {
      return values.length;
    }
    if (values.length == 0) {
      return Double.NaN;
    }
    double least = Arrays.stream(values).min().getAsDouble();
    return switch (how) {
      case "min" -> least;
      case "max" -> Arrays.stream(values).max().getAsDouble();
      case "median" -> median(values);
      default ->
          least / all.stream().flatMapToDouble(c -> Arrays.stream(numbers(c))).min().getAsDouble()
              - 1;
    };
  }

  private double[] numbers(List<Map<String, Object>> rows) {
    return rows.stream()
        .map(row -> row.get(figure))
        .filter(Number.class::isInstance)
        .mapToDouble(value -> ((Number) value).doubleValue())
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  private double off(List<Map<String, Object>> own, List<Map<String, Object>> first) {
    double[] mine = list(own);
    double[] others = list(first);
    if (mine.length == 0 || mine.length != others.length) {
      return Double.NaN;
    }
    double most = 0;
    for (int i = 0; i < mine.length; i++) {
      most = Math.max(most, Math.abs(mine[i] / others[i] - 1));
    }
    return most;
  }

  private double[] list(List<Map<String, Object>> rows) {
    Object value =
        rows.stream()
            .map(row -> row.get(figure))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(List.of());
    List<?> values = value instanceof List<?> list ? list : List.of(value);
    return values.stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray();
  }

  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
