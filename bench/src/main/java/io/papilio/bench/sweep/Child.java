package io.papilio.bench.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Another program, run to its end; it and all that it started end with this process. */
final class Child {
  /** No run takes that long: it hangs. */
  private static final long MOST_MINUTES = 20;

  /** Of what it said, in an error. */
  private static final int MOST_CHARACTERS = 2_000;

  private Child() {}

  /** What it printed; fails with what it complained about. */
  static String output(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("papilio-bench", ".out");
    Path err = Files.createTempFile("papilio-bench", ".err");
    out.toFile().deleteOnExit(); // after Ctrl-C
    err.toFile().deleteOnExit();
    try {
      int code = run(command, out, err);
      if (code != 0) {
        throw new IOException(
            "%s ended with %d: %s%s".formatted(command.get(0), code, end(err), end(out)));
      }
      return Files.readString(out);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** The same, or nothing if it is not there or fails. */
  static Optional<String> tryOutput(String... command) throws InterruptedException {
    try {
      return Optional.of(output(List.of(command)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static int run(List<String> command, Path out, Path err)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    Thread killer = new Thread(() -> kill(process), "killer");
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException(command.get(0) + " hangs");
      }
      return process.exitValue();
    } finally {
      kill(process);
      forget(killer);
    }
  }

  /** The ranks, too: whoever started them may not have the time. */
  private static void kill(Process process) {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroy();
    descendants.forEach(ProcessHandle::destroy);
  }

  private static void forget(Thread killer) {
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) { // this process ends, and the hook runs
      return;
    }
  }

  private static String end(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    return text.substring(Math.max(0, text.length() - MOST_CHARACTERS));
  }
}
