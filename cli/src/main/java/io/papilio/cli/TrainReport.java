package io.papilio.cli;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a person wants to know of a training when it is over; made of its plain JSON. */
final class TrainReport {
  private static final int MOST_SHOWN = 16;

  private TrainReport() {}

  static String text(Map<String, Object> result) {
    Table table = new Table("", ">");
    Map<?, ?> options = section(result, "options");
    Object what =
        options.containsKey("loss") ? options.get("loss") + " loss" : options.get("model");
    table.add("optimizer", options.get("optimizer") + ", " + what);
    table.add("workers", options.get("workers") + " " + options.get("launch"));
    Object exchange = options.get("exchange");
    Object sync = options.get("sync") + (exchange == null ? "" : ": " + exchange);
    table.add("sync", sync + ", " + options.get("consistency"));
    if (options.get("rateFound") != null) {
      table.add("rate", options.get("rateFound"));
    }
    Verdict.NAMES.forEach(
        (key, name) -> {
          if (result.containsKey(key)) {
            table.add(name, number(result, key, key.equals("loss") ? 6 : 4));
          }
        });
    table.add("objective", number(result, "objective", 3));
    table.add("iterations", whole(result, "iterations"));
    table.add("examples", whole(result, "examples"));
    table.add("training", number(result, "seconds", 3) + " s");
    table.add("loading", number(result, "loadSeconds", 3) + " s");
    table.add("evaluating", number(result, "evalSeconds", 3) + " s");
    table.add("bytes sent", bytes(result.get("bytesSent")));
    mixing(result, table);
    if (number(result.get("badLines")) > 0) {
      table.add("lines left out", whole(result, "badLines"));
    }
    if (result.get("modelFile") != null) {
      table.add("model", result.get("modelFile"));
    }
    return table.toString().strip() + "\n\n" + times(result);
  }

  private static void mixing(Map<String, Object> result, Table table) {
    List<?> curve = (List<?>) result.get("curve");
    double apart = curve.isEmpty() ? Double.NaN : number(curve.get(curve.size() - 1), "distance");
    if (!Double.isNaN(apart)) {
      table.add("workers apart", Table.fixed(apart, 4) + " of the weights' length");
    }
    if (result.get("mixing") != null) {
      Map<String, Object> counts = section(result, "mixing");
      double share = number(counts, "full") / number(counts, "reduces");
      table.add("complete averages", Table.fixed(100 * share, 2) + " %");
    }
    for (Object lost : (List<?>) result.getOrDefault("lost", List.of())) {
      Map<?, ?> one = (Map<?, ?>) lost;
      table.add("lost", "worker %s: %s".formatted(one.get("worker"), one.get("reason")));
    }
  }

  /** Of each worker; where there are many, of the slowest. */
  private static String times(Map<String, Object> result) {
    List<?> times = (List<?>) result.get("times");
    List<Double> computing = times.stream().map(time -> number(time, "computing")).toList();
    int slowest = computing.indexOf(Collections.max(computing));
    Table table = new Table(">worker", ">load s", ">compute s", ">wait s", ">communicate s", "");
    for (int i = 0; i < times.size(); i++) {
      boolean named = i == slowest && times.size() > 1;
      if (named || times.size() <= MOST_SHOWN) {
        Object time = times.get(i);
        table.add(
            i,
            Table.fixed(number(time, "loading"), 3),
            Table.fixed(number(time, "computing"), 3),
            Table.fixed(number(time, "waiting"), 3),
            Table.fixed(number(time, "communicating"), 3),
            named ? "slowest" : "");
      }
    }
    return table.toString();
  }

  @SuppressWarnings("unchecked") // written so by TrainJob
  static Map<String, Object> section(Map<String, Object> result, String name) {
    return (Map<String, Object>) result.get(name);
  }

  private static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static double number(Object section, String name) {
    return number(((Map<?, ?>) section).get(name));
  }

  private static String number(Map<String, Object> result, String name, int decimals) {
    double value = number(result.get(name));
    return Double.isNaN(value) ? "-" : Table.fixed(value, decimals);
  }

  private static String whole(Map<String, Object> result, String name) {
    return String.format(Locale.ROOT, "%,d", (long) number(result.get(name)));
  }

  private static String bytes(Object sent) {
    List<?> all = (List<?>) sent;
    double most = all.stream().mapToDouble(TrainReport::number).max().orElse(0);
    return String.format(Locale.ROOT, "%,.0f", most) + (all.size() > 1 ? " a worker at most" : "");
  }
}
