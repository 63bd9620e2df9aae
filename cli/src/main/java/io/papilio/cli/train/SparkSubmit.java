package io.papilio.cli.train;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives a training to a Spark cluster, by the spark-submit of a distribution that is here.
 *
 * <pre>
 *   SPARK_HOME          the distribution; if not set, spark-submit of the PATH
 *   PAPILIO_SPARK_JAR   what is submitted; if not set, what a build of this repository left
 *   PAPILIO_PLUGINS     jars of a user's own models and optimizers, which go to the cluster as well
 * </pre>
 */
record SparkSubmit(String master, Map<String, String> environment) {
  private static final String NAME = "spark-submit";
  private static final String ALL_JARS = "/*"; // of a folder, in a class path
  private static final String JARS = "papilio-spark-*-all.jar";

  /** Returns what spark-submit did; all it says goes to where this process would say it. */
  int run(List<String> words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command(words)).inheritIO().start();
    try {
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }

  /** For these words of papilio train. */
  List<String> command(List<String> words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program().toString());
    command.addAll(List.of("--master", master, "--class", "io.papilio.spark.Train"));
    List<String> plugins = plugins();
    if (!plugins.isEmpty()) {
      command.addAll(List.of("--jars", String.join(",", plugins)));
    }
    command.add(jar().toString());
    command.addAll(words);
    return command;
  }

  private Path program() {
    Stream<Path> folders =
        environment.containsKey("SPARK_HOME")
            ? Stream.of(Path.of(environment.get("SPARK_HOME"), "bin"))
            : Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .map(Path::of);
    return folders
        .map(folder -> folder.resolve(NAME))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--spark needs spark-submit of a Spark distribution, which is not in "
                        + (environment.containsKey("SPARK_HOME")
                            ? "SPARK_HOME/bin"
                            : "the PATH: set SPARK_HOME")));
  }

  /** Entries are those of a class path, of which Spark takes jars. */
  private List<String> plugins() throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : environment.getOrDefault("PAPILIO_PLUGINS", "").split(File.pathSeparator)) {
      if (entry.endsWith(ALL_JARS)) {
        Path folder = Path.of(entry.substring(0, entry.length() - ALL_JARS.length()));
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
          found.forEach(jar -> jars.add(jar.toString()));
        }
      } else if (!entry.isEmpty() && Files.isDirectory(Path.of(entry))) {
        throw new IllegalArgumentException(
            "--spark takes jars of PAPILIO_PLUGINS: pack the folder %s into one".formatted(entry));
      } else if (!entry.isEmpty()) {
        jars.add(entry);
      }
    }
    return jars;
  }

  private Path jar() throws IOException {
    if (environment.containsKey("PAPILIO_SPARK_JAR")) {
      return Path.of(environment.get("PAPILIO_SPARK_JAR"));
    }
    for (Path folder = here(); folder != null; folder = folder.getParent()) {
      Optional<Path> built = built(folder.resolve("spark/target"));
      if (built.isPresent()) {
        return built.get();
      }
    }
    throw new IllegalArgumentException(
        "--spark needs papilio-spark-...-all.jar: build it by mvn -pl spark -am package, or set"
            + " PAPILIO_SPARK_JAR");
  }

  private static Optional<Path> built(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, JARS)) {
      for (Path jar : jars) {
        return Optional.of(jar);
      }
    }
    return Optional.empty();
  }

  /** Where this class lies, within a build. */
  private static Path here() {
    String place = SparkSubmit.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Path.of(place).toAbsolutePath();
  }
}
