package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * LIBLINEAR's Newton method for logistic regression. It regularises the bias as the weight of one
 * more feature; that feature is 10 here, so that the penalty is 1/100 of what it would be, and
 * below what matters.
 */
record Liblinear() implements Solver {
  private static final double BIAS_FEATURE = 10;

  /** Its version, as Debian knows it; or nothing if it is not there. */
  static Optional<String> installed() throws InterruptedException {
    Optional<String> place = Child.tryOutput("sh", "-c", "command -v liblinear-train");
    if (place.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> version =
        Child.tryOutput("dpkg-query", "-W", "-f", "${Version}", "liblinear-tools");
    return Optional.of(version.map(String::strip).orElse("of unknown version"));
  }

  @Override
  public String name() {
    return "liblinear";
  }

  @Override
  public String title() {
    return "LIBLINEAR";
  }

  @Override
  public List<String> tolerances() {
    return List.of("1e-2", "5e-3", "2e-3", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7");
  }

  @Override
  public List<String> command(Path data, String tolerance, Path model) {
    return List.of(
        "liblinear-train",
        "-q",
        "-s",
        "0",
        "-c",
        "1",
        "-B",
        String.valueOf((int) BIAS_FEATURE),
        "-e",
        tolerance,
        data.toString(),
        model.toString());
  }

  @Override
  public double[] weights(Path model, int features) throws IOException {
    return parse(Files.readString(model), features);
  }

  /** Of the text of a model: a header, then a weight a line; the first label is that of wx > 0. */
  static double[] parse(String model, int features) {
    List<String> lines = model.lines().map(String::strip).toList();
    int first = lines.indexOf("w") + 1;
    int count = lines.size() - first - 1;
    Optional<String> labels = lines.stream().filter(line -> line.startsWith("label ")).findFirst();
    if (first == 0 || count < 0 || count > features || labels.isEmpty()) {
      throw new IllegalArgumentException(
          "not a model of at most %d features: %s".formatted(features, lines));
    }
    double sign = Double.parseDouble(labels.get().split(" ")[1]) > 0 ? 1 : -1;
    double[] weights = new double[features + 1];
    for (int i = 0; i < count; i++) {
      weights[i] = sign * Double.parseDouble(lines.get(first + i));
    }
    weights[features] = sign * BIAS_FEATURE * Double.parseDouble(lines.get(first + count));
    return weights;
  }
}
