package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Papilio;
import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A training that is killed, and goes on. */
@Timeout(120)
class ResumeTest {
  @TempDir private Path folder;

  private List<String> train(Path model, String launch, String... more) {
    List<String> words = new ArrayList<>(List.of("train", "--data"));
    words.add(folder.resolve("data.svm").toString());
    words.addAll(List.of("--out", model.toString(), "--launch", launch, "--workers", "2"));
    words.addAll(List.of(more));
    return words;
  }

  private static Run run(List<String> words) {
    return Run.succeeds(words.toArray(String[]::new));
  }

  /** Waits for the first checkpoint, then kills it. */
  private static void kill(List<String> words, Path checkpoint) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.add(Papilio.class.getName());
    command.addAll(words);
    command.addAll(List.of("--checkpoint-every", "0"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      while (!Files.exists(checkpoint)) {
        assertFalse(process.waitFor(5, TimeUnit.MILLISECONDS), "ended without a checkpoint");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "threads, linear, sgd, 100",
    "processes, linear, online, 150",
    "threads, softmax, sgd, 100",
    "threads, softmax, sdca --tolerance 0, 100"
  })
  void shouldEndWithTheSameModel(String launch, String kind, String optimizer, String epochs)
      throws Exception {
    shouldGoOn(launch, kind, optimizer, epochs);
  }

  @Test
  @Tag("full")
  void shouldEndWithTheSameMatrixOfProcesses() throws Exception {
    shouldGoOn("processes", "softmax", "sgd", "60");
  }

  private void shouldGoOn(String launch, String kind, String optimizer, String epochs)
      throws Exception {
    String data = folder.resolve("data.svm").toString();
    Run.succeeds("data", "generate", "rcv1", "--rows", "500", "--out", data);
    Path whole = folder.resolve("whole");
    Path halves = folder.resolve("halves");
    Path checkpoint = folder.resolve("halves.checkpoint");
    String words = "--model %s --optimizer %s --epochs %s".formatted(kind, optimizer, epochs);
    String[] how = words.split(" ");
    run(train(whole, launch, how));
    kill(train(halves, launch, how), checkpoint);
    assertTrue(Files.exists(checkpoint));
    assertFalse(Files.exists(halves));
    List<String> again = train(halves, launch, how);
    again.add("--resume");
    Run resumed = run(again);
    assertTrue(resumed.err().contains("going on from the checkpoint"), resumed.err());
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(halves));
    assertFalse(Files.exists(checkpoint), "it is of no use any more");
  }

  @Test
  void shouldRefuseTheCheckpointOfAnotherTraining() throws Exception {
    String data = folder.resolve("data.svm").toString();
    Run.succeeds("data", "generate", "rcv1", "--rows", "500", "--out", data);
    Path model = folder.resolve("model");
    Path checkpoint = folder.resolve("model.checkpoint");
    kill(train(model, "threads", "--optimizer", "sgd", "--epochs", "1000"), checkpoint);
    List<String> other = train(model, "threads", "--optimizer", "sgd", "--epochs", "1001");
    other.add("--resume");
    Run.isRefused("epochs was 1000, now it is 1001", other.toArray(String[]::new));
    Files.write(checkpoint, new byte[100]);
    Run.isRefused("is not a checkpoint", other.toArray(String[]::new));
    Run.isRefused("resume needs an output file", "train", "--resume");
  }

  @Test
  void shouldLeaveNoCheckpointBehind() throws IOException {
    String data = folder.resolve("data.svm").toString();
    Run.succeeds("data", "generate", "rcv1", "--rows", "500", "--out", data);
    List<String> words = train(folder.resolve("model"), "threads", "--optimizer", "hybrid");
    words.addAll(List.of("--checkpoint-every", "0", "--resume"));
    assertTrue(run(words).err().contains("no checkpoint"));
    try (var files = Files.list(folder)) {
      assertEquals(2, files.count());
    }
  }
}
