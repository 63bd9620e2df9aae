package io.papilio.learn.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

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
 * A file that was kept survives a power failure: its bytes are on the disk before it gets its name,
 * and so is the name before {@link #keep} returns. A process that is told to stop (Ctrl-C, SIGTERM)
 * deletes what it has not kept. What is no plain file, like a pipe or a device, cannot be replaced
 * and is written to as it is.
 */
public final class WholeFile implements Closeable {
  /** The files of this process that are being written, for the end of the process. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(WholeFile::discardAll, "papilio-part-files"));
  }

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
      UNFINISHED.add(path);
    }
  }

  /**
   * Fails if a file could not be written: before long work, not after it.
   *
   * @throws IllegalArgumentException if it is a folder, or access is denied
   */
  public static void requireWritable(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(file + " is a folder: name a file in it");
    }
    Path folder = (Files.exists(file) ? file.toRealPath() : file.toAbsolutePath()).getParent();
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    boolean isReplaced = !Files.exists(file) || Files.isRegularFile(file);
    for (Path each : isReplaced ? List.of(folder, file) : List.of(file)) {
      if (Files.exists(each) && !Files.isWritable(each)) {
        throw new IllegalArgumentException(
            "%s cannot be written: access to %s is denied".formatted(file, each));
      }
    }
  }

  public Path path() {
    return path;
  }

  /** Gives the file its name; all has to be written, though it may still be read. */
  public void keep() throws IOException {
    if (!path.equals(target)) {
      force(path, StandardOpenOption.WRITE);
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
      force(target.getParent(), StandardOpenOption.READ);
    }
  }

  private static void force(Path what, OpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(what, access)) {
      channel.force(true);
    }
  }

  /** Deletes what was not kept. */
  @Override
  public void close() throws IOException {
    if (!path.equals(target)) {
      Files.deleteIfExists(path);
      UNFINISHED.remove(path);
    }
  }

  private static void discardAll() {
    for (Path each : UNFINISHED) {
      try {
        Files.deleteIfExists(each);
      } catch (IOException e) {
        System.err.println("cannot delete " + each + ": " + e.getMessage());
      }
    }
  }
}
