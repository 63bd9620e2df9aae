package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Papilio;
import io.papilio.cli.Run;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --data -} with processes, whose own standard input is something else. */
@Timeout(120)
class StandardInputTest {
  private final InputStream before = System.in;
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void write() {
    data = folder.resolve("data.svm");
    Run.succeeds("data", "generate", "rcv1", "--rows", "500", "--out", data.toString());
  }

  @AfterEach
  void restore() {
    System.setIn(before);
  }

  private static List<String> words(String from, Path model, String... more) {
    List<String> words = new ArrayList<>(List.of("train", "--data", from));
    words.addAll(List.of("--launch", "processes", "--workers", "2", "--out", model.toString()));
    words.addAll(List.of(more));
    return words;
  }

  private static Run run(List<String> words) {
    return Run.succeeds(words.toArray(String[]::new));
  }

  private Process start(List<String> words, ProcessBuilder.Redirect input) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("temporary"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Papilio.class.getName()));
    command.addAll(words);
    return new ProcessBuilder(command)
        .redirectInput(input)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void shouldGiveTheModelOfAFile() throws IOException {
    Path expected = folder.resolve("expected");
    Path model = folder.resolve("model");
    run(words(data.toString(), expected));
    System.setIn(Files.newInputStream(data));
    run(words("-", model));
    assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(model));
  }

  @Test
  void shouldNotNameACopy() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad"), "1 1:1\n-1 1:1\n1 1:x\n");
    System.setIn(Files.newInputStream(bad));
    Run run = Run.of(words("-", folder.resolve("model")).toArray(String[]::new));
    assertEquals(2, run.code(), run.err());
    String problem = "papilio train: standard input, line 3, column 5: not a number: 'x'";
    assertTrue(run.err().lines().anyMatch(problem::equals), run.err());
  }

  @Test
  void shouldGoOnFromACheckpoint() throws Exception {
    String[] how = "--optimizer online --epochs 150 --checkpoint-every 0".split(" ");
    Path whole = folder.resolve("whole");
    Path halves = folder.resolve("halves");
    run(words(data.toString(), whole, how));
    Process process = start(words("-", halves, how), ProcessBuilder.Redirect.from(data.toFile()));
    try {
      while (!Files.exists(folder.resolve("halves.checkpoint"))) {
        assertFalse(process.waitFor(5, TimeUnit.MILLISECONDS), "ended without a checkpoint");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    List<String> again = words("-", halves, how);
    again.add("--resume");
    System.setIn(Files.newInputStream(data));
    Run resumed = run(again);
    assertTrue(resumed.err().contains("going on from the checkpoint"), resumed.err());
    assertArrayEquals(Files.readAllBytes(whole), Files.readAllBytes(halves));
  }

  private List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("temporary"))) {
      return files.skip(1).filter(file -> !file.toString().contains("hsperf")).toList();
    }
  }

  @Test
  void shouldLeaveNoCopyBehindWhenItIsToldToStop() throws Exception {
    Process process = start(words("-", folder.resolve("m")), ProcessBuilder.Redirect.PIPE);
    try (OutputStream input = process.getOutputStream()) {
      input.write(Files.readAllBytes(data));
      input.flush(); // and more may come
      while (temporaryFiles().stream().noneMatch(file -> file.endsWith("input"))) {
        assertFalse(process.waitFor(5, TimeUnit.MILLISECONDS), "ended before the end of the data");
      }
      process.destroy();
      assertEquals(143, process.waitFor());
      assertEquals(List.of(), temporaryFiles());
    } finally {
      process.destroyForcibly();
    }
  }
}
