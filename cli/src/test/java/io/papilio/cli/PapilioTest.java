package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PapilioTest {
  private static final List<String> COMMANDS =
      List.of(
          "algorithms",
          "bench",
          "compare",
          "data",
          "eval",
          "export",
          "graph",
          "plan",
          "predict",
          "rendezvous",
          "train");

  @Test
  void shouldListItsCommands() {
    String help = Run.succeeds("--help").out();
    for (String command : COMMANDS) {
      assertTrue(help.lines().anyMatch(line -> line.startsWith("  " + command + " ")), help);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "algorithms",
        "bench",
        "bench allreduce",
        "compare",
        "data",
        "data convert",
        "data generate",
        "data info",
        "eval",
        "export",
        "graph",
        "plan",
        "predict",
        "rendezvous",
        "train"
      })
  void shouldExplainEveryCommand(String command) {
    String[] args = (command + " --help").split(" ");
    Run run = Run.succeeds(args);
    assertTrue(run.out().startsWith("Usage: papilio " + command), run.out());
    assertTrue(command.equals("bench") || run.out().contains("Example"), run.out());
    assertTrue(run.out().lines().allMatch(line -> line.length() <= 100), run.out());
    assertEquals("", run.err());
  }

  @Test
  void shouldTellItsVersion() {
    assertTrue(Run.succeeds("--version").out().startsWith("papilio "));
  }

  @Test
  void shouldRefuseBadUsageInOneLine() {
    Run.isRefused("Missing command; there are: " + String.join(", ", COMMANDS));
    Run.isRefused("Missing command; there are: allreduce", "bench");
    Run.isRefused("Unmatched argument at index 0: 'grpah'; did you mean", "grpah");
    Run.isRefused("did you mean --workers?", "graph", "ring", "--worker", "3");
    Run.isRefused("(see papilio graph --help)", "graph", "ring", "--workers", "many");
  }

  /** Options that take several values must not take a mistyped option for one more. */
  @ParameterizedTest
  @ValueSource(strings = {"--data x --epoch 3", "--data --epoch 3", "--test x y --epoch 3"})
  void shouldNotTakeAMistypedOptionForAFile(String words) {
    Run.isRefused("Unknown option: '--epoch'", ("train " + words).split(" "));
  }

  @Test
  void shouldLoadOnlyWhatACommandNeeds() throws Exception {
    String loaded = classesLoadedBy("graph", "ring", "--workers", "8");
    assertTrue(loaded.contains("io.papilio.cli.collective.GraphCommand"), loaded);
    assertFalse(loaded.contains("com.fasterxml.jackson"), "Jackson was loaded");
    assertFalse(loaded.contains("me.tongfei"), "the progress bar was loaded");
    assertFalse(loaded.contains("io.papilio.runtime.transport"), "the runtime was loaded");
    assertFalse(loaded.contains("io.papilio.learn.job.Trainer"), "learners were loaded");
    assertFalse(loaded.contains("io.papilio.learn.model.Families"), "models were loaded");
  }

  @Test
  void shouldLoadOnlyWhatATrainingNeeds(@TempDir Path folder) throws Exception {
    Path data = Files.writeString(folder.resolve("a.svm"), "1 1:1 2:0.5\n0 2:1\n".repeat(20));
    String loaded =
        classesLoadedBy("train", "--data", "" + data, "--out", "" + folder.resolve("model"));
    assertTrue(loaded.contains("io.papilio.learn.job.Trainer"), loaded);
    assertFalse(loaded.contains("jackson.databind.ObjectMapper"), "Jackson was loaded");
    assertFalse(loaded.contains("io.papilio.cli.compare.CompareTraining"), "compare was loaded");
  }

  private static String classesLoadedBy(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xlog:class+load", "-cp", System.getProperty("java.class.path")));
    command.add(Papilio.class.getName());
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}
