package io.papilio.bench.sweep;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times all-reduces, a thread or process for each rank. It is told
 *
 * <pre>
 *   contender    inproc, shm, tcp: the papilio command over one of its transports
 *   algorithms   of Papilio, such as auto,ring
 *   calibrate    whether Papilio measures the links first
 *   command      of another program, to which RANKS SAMPLES LENGTH... is added
 *   ranks, samples, lengths
 * </pre>
 *
 * <p>Other programs print {@code allreduce LENGTH MIN MEDIAN right|wrong}, a line for each length,
 * in microseconds; other lines mean nothing.
 */
record AllReduceMeasurement(Workplace place) implements Measurement {
  /** More elements than this in all ranks together take too long, and too much memory. */
  private static final long MOST_ELEMENTS = 200_000_000;

  @Override
  public List<Map<String, Object>> measure(JsonNode told) throws IOException, InterruptedException {
    List<String> lengths = lengths(told);
    if (lengths.isEmpty()) {
      return List.of();
    }
    String output = Child.output(command(told, lengths));
    List<Map<String, Object>> rows = told.has("command") ? lines(output) : json(output);
    for (Map<String, Object> row : rows) {
      if (!Boolean.TRUE.equals(row.get("correct"))) {
        throw new IllegalStateException("wrong sums of " + row.get("length") + " elements");
      }
    }
    if (rows.stream().map(row -> row.get("length")).distinct().count() != lengths.size()) {
      throw new IllegalStateException("nothing said about some lengths");
    }
    return rows;
  }

  private static List<String> lengths(JsonNode told) {
    List<String> lengths = new ArrayList<>();
    for (JsonNode length : told.path("lengths")) {
      if (told.path("ranks").asLong() * length.asInt() <= MOST_ELEMENTS) {
        lengths.add(String.valueOf(length.asInt()));
      }
    }
    return lengths;
  }

  List<String> command(JsonNode told, List<String> lengths) {
    String ranks = told.path("ranks").asText();
    String samples = told.path("samples").asText("7");
    List<String> command = new ArrayList<>(Child.words(told.path("command")));
    if (!command.isEmpty()) {
      command.addAll(List.of(ranks, samples));
      command.addAll(lengths);
      return command;
    }
    command.addAll(List.of(place.root().resolve("papilio").toString(), "bench", "allreduce"));
    command.addAll(List.of("--ranks", ranks, "--transport", told.path("contender").asText()));
    command.addAll(List.of("--lengths", String.join(",", lengths), "--samples", samples));
    command.addAll(List.of("--algorithms", told.path("algorithms").asText("auto"), "--json", "-"));
    if (told.path("calibrate").asBoolean()) {
      command.add("--calibrate");
    }
    return command;
  }

  private static List<Map<String, Object>> json(String output) throws IOException {
    return new ObjectMapper().readValue(output, new TypeReference<>() {});
  }

  static List<Map<String, Object>> lines(String output) {
    return output
        .lines()
        .map(line -> line.strip().split(" +"))
        .filter(words -> words[0].equals("allreduce"))
        .map(AllReduceMeasurement::timing)
        .toList();
  }

  private static Map<String, Object> timing(String[] words) {
    if (words.length != 5 || !words[4].matches("right|wrong")) {
      throw new IllegalArgumentException("cannot read: " + String.join(" ", words));
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("length", Integer.parseInt(words[1]));
    row.put("minMicros", Double.parseDouble(words[2]));
    row.put("medianMicros", Double.parseDouble(words[3]));
    row.put("correct", words[4].equals("right"));
    return row;
  }
}
