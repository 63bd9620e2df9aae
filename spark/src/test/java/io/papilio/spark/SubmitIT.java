package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.model.ModelFamily;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The one jar as a user has it: spark-submit, and nothing of ours on Spark's own class path. */
class SubmitIT {
  private Path home;

  @BeforeEach
  void makeHome() throws IOException {
    home = Files.createTempDirectory("papilio-spark");
  }

  @AfterEach
  void removeHome() throws IOException {
    try (Stream<Path> files = Files.walk(home)) { // links, not what they lead to
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What a distribution of Spark has: all jars of this class path but ours. */
  private void collectJars() throws IOException {
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      if (name.endsWith(".jar") && !name.startsWith("papilio")) {
        Files.createSymbolicLink(jars.resolve(name), jar.toAbsolutePath());
      }
    }
  }

  @Test
  void shouldTrainOnExamplesThatAreMadeUp() throws Exception {
    String said = submit("{\"settings\": {\"l2\": 0.5}, \"place\": {\"workers\": 2} }");
    assertTrue(said.matches("(?s).*\naccuracy +0\\.9.*"), said);
    assertTrue(said.matches("(?s).*\nworkers +2 tasks.*"), said);
  }

  /** One that is in a jar of its own, as papilio train --spark hands on those of a user. */
  @Test
  void shouldTrainAFamilyOfOnesOwn() throws Exception {
    String said =
        submit("{\"model\": \"ratings\", \"place\": {\"workers\": 2} }", "--jars", ratings());
    assertTrue(said.matches("(?s).*\nrmse +0\\.1.*"), said); // the noise is 0.1
    assertTrue(said.matches("(?s).*\nworkers +2 tasks.*"), said);
  }

  /** Compiles the example, which this module does not depend on, and packs it into a jar. */
  private String ratings() throws IOException {
    Path source = Path.of("../examples/src/main/java/io/papilio/examples/Ratings.java");
    Path classes = Files.createDirectories(home.resolve("ratings"));
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
    assertEquals(0, exit);
    Path list = classes.resolve("META-INF/services/" + ModelFamily.class.getName());
    Files.createDirectories(list.getParent());
    Files.writeString(list, "io.papilio.examples.Ratings\n");
    Path jar = home.resolve("ratings.jar");
    SparkCluster.pack(classes, jar);
    return jar.toString();
  }

  private String submit(String spec, String... options) throws Exception {
    collectJars();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Djdk.reflect.useDirectMethodHandle=false",
            "-XX:TieredStopAtLevel=1", // most of the time all JVMs just start
            "-cp",
            home.resolve("jars") + "/*",
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            "local-cluster[2,1,768]",
            "--conf",
            "spark.executor.memory=768m",
            "--conf",
            "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.scheduler.maxRegisteredResourcesWaitingTime=120s", // of a busy machine
            "--conf",
            "spark.plugins=io.papilio.spark.PapilioPlugin",
            "--class",
            "io.papilio.spark.Train"));
    command.addAll(List.of(options));
    command.addAll(List.of(System.getProperty("papilio.jar"), spec));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME", home.toString(),
                "SPARK_SCALA_VERSION", "2.13",
                "SPARK_LOCAL_IP", "127.0.0.1",
                "SPARK_LOCAL_HOSTNAME", "localhost"));
    Path output = home.resolve("out");
    Process process = builder.redirectOutput(output.toFile()).redirectErrorStream(true).start();
    try {
      assertTrue(process.waitFor(3, TimeUnit.MINUTES), () -> "hangs: " + read(output));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue(), read(output));
    return read(output);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
