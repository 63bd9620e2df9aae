package io.papilio.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a comparison. What is not known is NaN.
 *
 * @param command repeats it
 * @param result as {@code train --json} writes it
 */
record CompareRun(CompareCase what, String command, Map<String, Object> result) {

  /** What it took to come to some loss. */
  record Reached(double examples, double seconds, double bytes) {}

  double number(String name) {
    return number(result.get(name));
  }

  private static double number(Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private List<Map<?, ?>> curve() {
    List<?> curve = (List<?>) result.get("curve");
    return curve.stream().<Map<?, ?>>map(point -> (Map<?, ?>) point).toList();
  }

  /** The lowest loss that was seen; infinite if none was a number. */
  double lowest() {
    return curve().stream()
        .mapToDouble(point -> number(point.get("loss")))
        .filter(Double::isFinite)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** At the first look at which the loss was as low as this, if there is one. */
  Optional<Reached> reached(double loss) {
    return curve().stream()
        .filter(point -> number(point.get("loss")) <= loss)
        .findFirst()
        .map(
            point -> {
              double examples = number(point.get("examples"));
              double share = examples / number("examples"); // every step sends the same
              return new Reached(examples, number(point.get("seconds")), share * bytes());
            });
  }

  /** Sent by all workers together. */
  double bytes() {
    List<?> sent = (List<?>) result.get("bytesSent");
    return sent.stream().mapToDouble(CompareRun::number).sum();
  }

  /** Sent by a worker in an iteration, on average. */
  double bytesPerIteration() {
    return bytes() / number("iterations") / what.workers();
  }

  /** How far the workers were apart at the end. */
  double distance() {
    List<Map<?, ?>> curve = curve();
    return curve.isEmpty() ? Double.NaN : number(curve.get(curve.size() - 1).get("distance"));
  }

  /** Workers that were lost on the way, and why. */
  List<?> lost() {
    return result.get("lost") instanceof List<?> lost ? lost : List.of();
  }

  Map<String, Object> describe(double target) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("sync", what.sync());
    all.put("consistency", what.consistency());
    all.put("workers", what.workers());
    all.put("command", command);
    all.put("reached", reached(target).orElse(null));
    all.put("bytes", bytes());
    all.put("bytesPerIteration", bytesPerIteration());
    all.put("distance", distance());
    all.put("result", result);
    return all;
  }
}
