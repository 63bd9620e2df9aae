package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSubmitTest {
  private static final String MASTER = "spark://host:7077";

  @TempDir Path folder;

  /** A program in place of spark-submit, which writes down what it was given. */
  private Path program() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path program = bin.resolve("spark-submit");
    Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$0.words\"\nexit 7\n");
    assertTrue(program.toFile().setExecutable(true));
    return program;
  }

  private Map<String, String> environment(String name, Path value) {
    return Map.of(name, value.toString(), "PAPILIO_SPARK_JAR", "some.jar");
  }

  @Test
  void shouldSubmitTheWordsItIsGiven() throws Exception {
    Path program = program();
    List<String> words = List.of("--data", "hdfs:///a b.svm", "--l2", "0.5");
    for (Map<String, String> each :
        List.of(environment("SPARK_HOME", folder), environment("PATH", program.getParent()))) {
      assertEquals(7, new SparkSubmit(MASTER, each).run(words));
      assertEquals(
          List.of(
              "--master",
              MASTER,
              "--class",
              "io.papilio.spark.Train",
              "some.jar",
              "--data",
              "hdfs:///a b.svm",
              "--l2",
              "0.5"),
          Files.readAllLines(Path.of(program + ".words")));
    }
  }

  /** A user's own family is needed on the cluster, too. */
  @Test
  void shouldSubmitThePluginsAsJars() throws Exception {
    Path more = Files.createDirectories(folder.resolve("more"));
    Path last = Files.createFile(more.resolve("last.jar"));
    Files.createFile(more.resolve("notes.txt"));
    Path first = Files.createFile(folder.resolve("first.jar"));
    Path program = program();
    assertEquals(7, submit("%s::%s/*".formatted(first, more)).run(List.of("{}")));
    List<String> words = Files.readAllLines(Path.of(program + ".words"));
    int option = words.indexOf("--jars");
    assertEquals(first + "," + last, words.get(option + 1));
    assertEquals(List.of("some.jar", "{}"), words.subList(option + 2, words.size()));

    SparkSubmit classes = submit(first + ":" + more);
    String problem =
        assertThrows(IllegalArgumentException.class, () -> classes.run(List.of())).getMessage();
    assertEquals(
        "--spark takes jars of PAPILIO_PLUGINS: pack the folder %s into one".formatted(more),
        problem);
  }

  private SparkSubmit submit(String plugins) {
    return new SparkSubmit(
        MASTER,
        Map.of(
            "SPARK_HOME",
            folder.toString(),
            "PAPILIO_SPARK_JAR",
            "some.jar",
            "PAPILIO_PLUGINS",
            plugins));
  }

  @Test
  void shouldSayWhatIsMissing() {
    for (String name : List.of("SPARK_HOME", "PATH")) {
      SparkSubmit submit = new SparkSubmit(MASTER, environment(name, folder));
      String problem =
          assertThrows(IllegalArgumentException.class, () -> submit.run(List.of())).getMessage();
      assertTrue(problem.contains("--spark needs spark-submit of a Spark distribution"), problem);
      assertTrue(problem.contains(name), problem);
    }
  }
}
