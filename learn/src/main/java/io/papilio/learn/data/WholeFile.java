package io.papilio.learn.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that is there as a whole or not at all: it is written under another name beside its own,
 * and gets its name, in place of what had it before, when all is written.
 *
 * <pre>
 *   try (WholeFile file = new WholeFile(path)) {
 *     ... write to file.path() ...
 *     file.keep();
 *   }
 * </pre>
 *
 * What is no plain file, like a pipe or a device, cannot be replaced and is written to as it is.
 */
public final class WholeFile implements Closeable {
  private final Path target;
  private final Path path;

  public WholeFile(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      target = file;
      path = file;
    } else {
      target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath(); // links stay
      path =
          target.resolveSibling(".%s.%s.part".formatted(target.getFileName(), UUID.randomUUID()));
    }
  }

  /** Where to write. */
  public Path path() {
    return path;
  }

  /** Gives the file its name; what writes to it has to be closed. */
  public void keep() throws IOException {
    if (!path.equals(target)) {
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Deletes what was not kept. */
  @Override
  public void close() throws IOException {
    if (!path.equals(target)) {
      Files.deleteIfExists(path);
    }
  }
}
