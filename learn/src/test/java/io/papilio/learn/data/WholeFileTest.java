package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are there as a whole or not at all. */
@Timeout(60)
class WholeFileTest {
  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldReplaceAFileOnlyWhenItIsKept() throws IOException {
    Path file = Files.writeString(folder.resolve("model"), "old");
    try (WholeFile whole = new WholeFile(file)) {
      Files.writeString(whole.path(), "half of");
      assertEquals("old", Files.readString(file));
    }
    assertEquals("old", Files.readString(file));
    assertEquals(List.of("model"), names());
    try (WholeFile whole = new WholeFile(file)) {
      Files.writeString(whole.path(), "new");
      whole.keep();
    }
    assertEquals("new", Files.readString(file));
    assertEquals(List.of("model"), names());
  }

  @Test
  void shouldRefuseWhatCannotBeReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("model"), "old");
    Path link =
        Files.createSymbolicLink(Files.createDirectory(folder.resolve("a")).resolve("b"), file);
    WholeFile.requireWritable(file);
    WholeFile.requireWritable(link);
    WholeFile.requireWritable(folder.resolve("new"));
    assertThrows(IllegalArgumentException.class, () -> WholeFile.requireWritable(folder));
    assertThrows(
        NoSuchFileException.class, () -> WholeFile.requireWritable(folder.resolve("no/model")));
    assertThrows(NoSuchFileException.class, () -> WholeFile.requireWritable(file.resolve("model")));
    assertTrue(folder.toFile().setWritable(false));
    try {
      assumeFalse(Files.isWritable(folder), "the user may do anything");
      for (Path each : List.of(file, link, folder.resolve("new"))) {
        assertThrows(IllegalArgumentException.class, () -> WholeFile.requireWritable(each));
      }
    } finally {
      assertTrue(folder.toFile().setWritable(true));
    }
  }

  /** After a power failure there must not be a name without bytes. */
  @Test
  void shouldForceTheFileAndThenItsFolderToDisk() throws IOException {
    Path file = folder.resolve("model");
    Path events = folder.resolve("events.jfr");
    String part;
    try (Recording recording = new Recording();
        WholeFile whole = new WholeFile(file)) {
      part = whole.path().toString();
      Files.writeString(whole.path(), "bytes");
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      whole.keep();
      recording.stop();
      recording.dump(events);
    }
    List<String> forced =
        RecordingFile.readAllEvents(events).stream()
            .filter(event -> event.getEventType().getName().equals("jdk.FileForce"))
            .sorted((a, b) -> a.getStartTime().compareTo(b.getStartTime()))
            .map((RecordedEvent event) -> event.getString("path"))
            .filter(path -> path.startsWith(folder.toString()))
            .toList();
    assertEquals(List.of(part, folder.toString()), forced);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void shouldLeaveNothingWhenTheProcessIsToldToStop(String signal, int code) throws Exception {
    assumeFalse(
        signal.equals("INT") && ignoresInterrupts(), "what started this process ignores INT");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                folder.resolve("model").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = process.inputReader()) {
      assertEquals("writing", lines.readLine());
      assertEquals(1, names().size());
      String pid = Long.toString(process.pid());
      assertEquals(0, new ProcessBuilder("kill", "-" + signal, pid).start().waitFor());
      assertEquals(code, process.waitFor());
      assertEquals(List.of(), names());
    } finally {
      process.destroyForcibly();
    }
  }

  /** As everything does that a shell without job control starts in the background. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElseThrow();
    int interrupt = 1 << 1; // signal 2 is the second bit
    return (Long.parseUnsignedLong(ignored.split("\\s+")[1], 16) & interrupt) != 0;
  }

  /** A program that writes for ever. */
  static final class Writing {
    private Writing() {}

    public static void main(String[] arguments) throws Exception {
      try (WholeFile whole = new WholeFile(Path.of(arguments[0]))) {
        Files.writeString(whole.path(), "half of a model");
        System.out.println("writing");
        new CountDownLatch(1).await();
      }
    }
  }

  @Test
  void shouldWriteToWhatIsNoPlainFileAsItIs() throws IOException {
    Path device = Path.of("/dev/null");
    try (WholeFile whole = new WholeFile(device)) {
      assertEquals(device, whole.path());
      whole.keep();
    }
    assertTrue(Files.exists(device));
    assertFalse(Files.isRegularFile(device));
  }
}
