package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** What the system can do to processes, and tell of them. */
final class Signals {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private Signals() {}

  /** Such as KILL, STOP and CONT. */
  static void send(String name, long... pids) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    LongStream.of(pids).mapToObj(Long::toString).forEach(command::add);
    run(command.toArray(String[]::new));
  }

  static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + said);
  }

  /** Also of one that is not this JVM's child: it may stay in the list, but it does not run. */
  static void awaitEnd(long pid) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (runs(pid)) {
      assertTrue(System.nanoTime() - start < PATIENCE_NANOS, () -> pid + " still runs");
      Thread.sleep(5); // between two looks: nobody tells of the end of another's child
    }
  }

  private static boolean runs(long pid) throws IOException {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state != 'Z' && state != 'X';
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
