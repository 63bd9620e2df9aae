package io.papilio.learn.metric;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a model is worth, by the names of JSON: {@code loss}, {@code accuracy}, {@code auc} ... in
 * the order in which people want to read them. A value that cannot be told is not a number.
 */
public record MetricValues(Map<String, Double> values) {
  private static final Map<String, String> TITLES =
      Map.of(
          "auc", "auROC",
          "auPrc", "auPRC",
          "top5", "top-5 accuracy",
          "reconstruction", "reconstruction error",
          "nonZeros", "share of non-zeros");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public MetricValues {
    Map<String, Double> copy = new LinkedHashMap<>();
    values.forEach((name, value) -> copy.put(name, value == null ? Double.NaN : value));
    values = Collections.unmodifiableMap(copy);
  }

  /** Returns all values by name, in order. */
  @Override
  @JsonValue
  public Map<String, Double> values() {
    return values;
  }

  /** Returns the one value that every model has: the mean loss of an example. */
  public static MetricValues loss(double mean) {
    return new MetricValues(Map.of("loss", mean));
  }

  public MetricValues with(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new MetricValues(more);
  }

  /** Returns a value by its name; not a number if there is none. */
  public double get(String name) {
    return values.getOrDefault(name, Double.NaN);
  }

  public double loss() {
    return get("loss");
  }

  /** Returns the display name of a metric, e.g. {@code auROC} for {@code auc}. */
  public static String title(String name) {
    return TITLES.getOrDefault(name, name);
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
