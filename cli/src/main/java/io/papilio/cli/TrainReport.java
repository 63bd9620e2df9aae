package io.papilio.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a person wants to know of a training when it is over. */
final class TrainReport {
  private TrainReport() {}

  static String text(Map<String, Object> result) {
    Table table = new Table("", ">");
    Map<?, ?> options = section(result, "options");
    table.add("optimizer", options.get("optimizer") + ", " + options.get("loss") + " loss");
    table.add("workers", options.get("workers") + " " + options.get("launch"));
    table.add("loss", number(result, "loss", 6));
    table.add("accuracy", number(result, "accuracy", 4));
    table.add("auROC", number(result, "auc", 4));
    table.add("auPRC", number(result, "auPrc", 4));
    table.add("objective", number(result, "objective", 3));
    table.add("iterations", whole(result, "iterations"));
    table.add("examples", whole(result, "examples"));
    table.add("training", number(result, "seconds", 3) + " s");
    table.add("loading", number(result, "loadSeconds", 3) + " s");
    table.add("evaluating", number(result, "evalSeconds", 3) + " s");
    table.add("bytes sent", bytes(result.get("bytesSent")));
    if (number(result.get("badLines")) > 0) {
      table.add("lines left out", whole(result, "badLines"));
    }
    if (result.get("modelFile") != null) {
      table.add("model", result.get("modelFile"));
    }
    return table.toString().strip();
  }

  @SuppressWarnings("unchecked") // written so by TrainJob, or read as JSON
  static Map<String, Object> section(Map<String, Object> result, String name) {
    return (Map<String, Object>) result.get(name);
  }

  private static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static String number(Map<String, Object> result, String name, int decimals) {
    double value = number(result.get(name));
    return Double.isNaN(value) ? "-" : Table.fixed(value, decimals);
  }

  private static String whole(Map<String, Object> result, String name) {
    return String.format(Locale.ROOT, "%,d", (long) number(result.get(name)));
  }

  /** By worker: all, or the least and the most. */
  private static String bytes(Object sent) {
    List<Long> all = new ArrayList<>();
    if (sent instanceof long[] array) {
      for (long each : array) {
        all.add(each);
      }
    } else if (sent instanceof List<?> list) {
      list.forEach(each -> all.add((long) number(each)));
    }
    long most = all.stream().mapToLong(Long::longValue).max().orElse(0);
    return String.format(Locale.ROOT, "%,d", most) + (all.size() > 1 ? " a worker at most" : "");
  }
}
