package io.papilio.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.core.price.LinkModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The papilio command with one of its transports, choosing algorithms itself.
 *
 * @param root where the command is
 * @param name the transport: inproc, shm or tcp
 * @param calibrates whether it measures the links first, and chooses and predicts by that
 */
record Papilio(Path root, String name, boolean calibrates) implements Contender {
  static final List<String> TRANSPORTS = List.of("inproc", "shm", "tcp");

  @Override
  public String title() {
    return "Papilio " + name;
  }

  /** The figures it chooses by, unless it calibrates. */
  LinkModel link() {
    return switch (name) {
      case "inproc" -> LinkModel.inproc();
      case "shm" -> LinkModel.shm();
      case "tcp" -> LinkModel.tcp();
      default -> throw new IllegalStateException("no figures for " + name);
    };
  }

  @Override
  public List<String> command(Job job) {
    String lengths = job.lengths().stream().map(String::valueOf).collect(Collectors.joining(","));
    List<String> command = new ArrayList<>();
    command.addAll(List.of(root.resolve("papilio").toString(), "bench", "allreduce"));
    command.addAll(List.of("--ranks", String.valueOf(job.ranks()), "--transport", name));
    command.addAll(List.of("--lengths", lengths, "--samples", String.valueOf(job.samples())));
    command.addAll(List.of("--json", "-"));
    if (calibrates) {
      command.add("--calibrate");
    }
    return command;
  }

  @Override
  public List<Timing> timings(String output) {
    List<Timing> timings = new ArrayList<>();
    for (JsonNode row : read(output)) {
      timings.add(
          new Timing(
              row.required("length").intValue(),
              row.required("minMicros").doubleValue(),
              row.required("medianMicros").doubleValue(),
              OptionalDouble.of(row.required("predictedMicros").doubleValue()),
              row.required("correct").booleanValue()));
    }
    return timings;
  }

  private static JsonNode read(String output) {
    try {
      return new ObjectMapper().readTree(output);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot read: " + output, e);
    }
  }
}
