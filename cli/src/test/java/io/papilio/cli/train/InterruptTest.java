package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.papilio.cli.Papilio;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A training on processes that is told to stop: no process and no file stays. */
@Timeout(120)
class InterruptTest {
  private static final int WORKERS = 2;

  @TempDir private Path folder;
  private Path memory;

  private Process start() throws IOException {
    memory = Files.createDirectory(folder.resolve("memory"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Papilio.class.getName()));
    command.addAll(List.of("train", "--launch", "processes", "--workers", "" + WORKERS));
    Path data = Files.writeString(folder.resolve("data.vw"), "1 | sun\n-1 | rain\n".repeat(500));
    String how =
        "--optimizer sgd --rate 1 --epochs 1000 --batch 500 --bits 22 --checkpoint-every 0";
    command.addAll(List.of(how.split(" ")));
    command.addAll(List.of("--data", data.toString(), "--out", folder.resolve("m").toString()));
    command.addAll(List.of("--shm-folder", memory.toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void kill(String signal, List<ProcessHandle> processes) throws Exception {
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    processes.forEach(each -> command.add(Long.toString(each.pid())));
    assertEquals(0, new ProcessBuilder(command).start().waitFor());
  }

  /** As everything does that a shell without job control starts in the background. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.split("\\s+")[1], 16))
            .anyMatch(mask -> (mask & 1 << 1) != 0); // signal 2 is the second bit
  }

  /** The checkpoint that is being written. */
  private List<Path> unfinished() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".part")).toList();
    }
  }

  /** A terminal tells all of its processes, other programs tell the one that they know. */
  @ParameterizedTest
  @CsvSource({"INT, true, 130", "TERM, false, 143"})
  void shouldLeaveNothing(String signal, boolean all, int code) throws Exception {
    shouldLeaveNothingAfter(signal, all, code);
  }

  @ParameterizedTest
  @CsvSource({"INT, false, 130", "TERM, true, 143"})
  @Tag("full")
  void shouldLeaveNothingEither(String signal, boolean all, int code) throws Exception {
    shouldLeaveNothingAfter(signal, all, code);
  }

  private void shouldLeaveNothingAfter(String signal, boolean all, int code) throws Exception {
    assumeFalse(
        signal.equals("INT") && ignoresInterrupts(), "what started this process ignores INT");
    Process process = start();
    List<ProcessHandle> workers = List.of();
    StringBuilder said = new StringBuilder();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (workers.isEmpty() && line.contains("examples, loss")) {
          workers = process.children().toList();
          while (unfinished().isEmpty()) {
            Thread.onSpinWait();
          }
          List<ProcessHandle> told = new ArrayList<>(List.of(process.toHandle()));
          told.addAll(all ? workers : List.of());
          kill(signal, told);
        }
      }
      assertEquals(code, process.waitFor(), said.toString());
      assertEquals(WORKERS, workers.size(), said.toString());
      for (ProcessHandle worker : workers) {
        assertFalse(worker.isAlive(), worker + " runs; " + said);
      }
      assertEquals(List.of(), unfinished(), said.toString());
      try (Stream<Path> files = Files.list(memory)) {
        assertEquals(List.of(), files.toList(), said.toString());
      }
    } finally {
      process.destroyForcibly();
      workers.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
