package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many files, sockets and selectors this process has open, where the system tells. */
public final class OpenFiles {
  private static final Path FOLDER = Path.of("/proc/self/fd");
  private static final int REPEATS = 20;

  private OpenFiles() {}

  /** Something that is done again and again. */
  public interface Action {
    void run() throws Exception;
  }

  /** Right now. */
  public static int count() throws IOException {
    assumeTrue(Files.isDirectory(FOLDER), "no /proc");
    try (Stream<Path> files = Files.list(FOLDER)) {
      return (int) files.count();
    }
  }

  /** After the first time, nothing that it opens stays open. */
  public static void assertNoneLeft(Action action) throws Exception {
    action.run();
    int before = count();
    for (int i = 0; i < REPEATS; i++) {
      action.run();
    }
    int after = count();
    assertTrue(after < before + REPEATS / 2, "%d files open, then %d".formatted(before, after));
  }
}
