package io.papilio.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that goes with all that is in it, also after Ctrl-C. */
final class TemporaryFolder implements AutoCloseable {
  private final Path path;
  private final Thread remover = new Thread(this::remove, "remover");

  TemporaryFolder() throws IOException {
    this.path = Files.createTempDirectory("papilio-bench");
    Runtime.getRuntime().addShutdownHook(remover);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(remover);
  }

  private void remove() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> inside = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : inside) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path, e);
    }
  }
}
