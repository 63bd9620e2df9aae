package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Programs, one after the other, with their start and their end, by the clock on the wall. It is
 * told
 *
 * <pre>
 *   commands   [["liblinear-train", "{FILES}/a.svm", ...], ...]
 *   after      commands that are not timed
 *   capture    {"accuracy": "Accuracy = ([0-9.]+)"}: figures in what they print
 * </pre>
 */
final class ProgramMeasurement implements Measurement {

  @Override
  public List<Map<String, Object>> measure(JsonNode told) throws IOException, InterruptedException {
    Map<String, Object> figures = new LinkedHashMap<>();
    long start = System.nanoTime();
    String output = run(told.path("commands"));
    figures.put("wallSeconds", (System.nanoTime() - start) / 1e9);
    String all = output + run(told.path("after"));
    for (Map.Entry<String, JsonNode> figure : told.path("capture").properties()) {
      figures.put(figure.getKey(), number(figure.getValue().asText(), all));
    }
    return List.of(figures);
  }

  private static String run(JsonNode commands) throws IOException, InterruptedException {
    StringBuilder output = new StringBuilder();
    for (JsonNode command : commands) {
      output.append(Child.output(Child.words(command)));
    }
    return output.toString();
  }

  /** Returns the number in the last place that matches. */
  static double number(String regex, String output) {
    Matcher matcher = Pattern.compile(regex).matcher(output);
    String found = "";
    while (matcher.find()) {
      found = matcher.group(1);
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException("no %s in: %s".formatted(regex, output));
    }
    return Double.parseDouble(found);
  }
}
