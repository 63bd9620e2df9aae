package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/** Another program, run to its end; it and all that it started end with this process. */
final class Child {
  /** No run takes that long: it hangs. */
  private static final long MOST_MINUTES = 20;

  /** Of what it said, in an error. */
  private static final int MOST_CHARACTERS = 2_000;

  private Child() {}

  /** Lets all processes that this one has started end with it. */
  static void endTogether() {
    Runnable end = () -> ProcessHandle.current().children().forEach(Child::endAll);
    Runtime.getRuntime().addShutdownHook(new Thread(end, "killer"));
  }

  /** Returns the words of a command that a case is told. */
  static List<String> words(JsonNode command) {
    return StreamSupport.stream(command.spliterator(), false).map(JsonNode::asText).toList();
  }

  /** Returns what it printed; fails with what it complained about. */
  static String output(List<String> command) throws IOException, InterruptedException {
    Path complaints = Files.createTempFile("papilio-bench", ".err");
    complaints.toFile().deleteOnExit(); // after Ctrl-C
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(new File("/dev/null"))
              .redirectError(complaints.toFile())
              .start();
      CompletableFuture.delayedExecutor(MOST_MINUTES, TimeUnit.MINUTES)
          .execute(() -> endAll(process.toHandle()));
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        String said = (output + Files.readString(complaints)).strip();
        throw new IOException(
            "%s ended with %d: %s"
                .formatted(
                    command.get(0),
                    code,
                    said.substring(Math.max(0, said.length() - MOST_CHARACTERS))));
      }
      return output;
    } finally {
      Files.delete(complaints);
    }
  }

  /** Returns what it printed; nothing if it is not there or fails. */
  static Optional<String> tryOutput(String... command) throws InterruptedException {
    try {
      return Optional.of(output(List.of(command)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Ends a process and all that it started, for which it may not have the time itself. */
  private static void endAll(ProcessHandle process) {
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroy();
    descendants.forEach(ProcessHandle::destroy);
  }
}
