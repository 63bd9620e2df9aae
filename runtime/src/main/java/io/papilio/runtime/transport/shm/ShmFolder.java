package io.papilio.runtime.transport.shm;

import io.papilio.runtime.transport.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder, best one in memory, where processes of a host meet. Files in it are called {@code
 * papilio-PID-...} and live for moments only: a file that both sides have mapped is deleted, so
 * that the memory is gone when the processes are, however they end.
 */
public record ShmFolder(Path path) {
  private static final String PREFIX = "papilio-";
  private static final Pattern NAME =
      Pattern.compile("papilio-([0-9]{1,18})-[0-9a-f]+\\.(ring|bell)");
  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rw-------");

  /** Memory that is still there when a few more links are opened. */
  private static final long SPARE_BYTES = 16L << 20;

  /** No link takes so long to open. */
  private static final Duration OLD = Duration.ofMinutes(1);

  /** The folder that Linux keeps in memory; elsewhere the one for temporary files. */
  public static ShmFolder usual() {
    Path inMemory = Path.of("/dev/shm");
    return new ShmFolder(
        Files.isDirectory(inMemory) ? inMemory : Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Equal for processes that see the same folder, on the same run of the same machine. */
  public String identity() throws IOException {
    Path boot = Path.of("/proc/sys/kernel/random/boot_id");
    String machine = Files.isReadable(boot) ? Files.readString(boot).strip() : "this";
    String place = machine + Files.readAttributes(path.toRealPath(), "*").get("fileKey");
    return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }

  /** Fails if there is no room for {@code bytes} more. */
  public void require(long bytes) throws IOException {
    long usable = Files.getFileStore(path).getUsableSpace();
    if (usable < bytes + SPARE_BYTES) {
      throw new IOException(
          "%s has %d MB left, but shared memory for this takes %d MB: make it larger, or use tcp"
              .formatted(path, usable >> 20, (bytes + SPARE_BYTES) >> 20));
    }
  }

  /** A name of this process's own. */
  String newName(String suffix) {
    byte[] random = new byte[8];
    ThreadLocalRandom.current().nextBytes(random);
    return PREFIX + ProcessHandle.current().pid() + "-" + HexFormat.of().formatHex(random) + suffix;
  }

  /** A file called so by a peer, which must lie in this folder. */
  Path resolve(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new IOException("not a name for shared memory: " + name);
    }
    return path.resolve(name);
  }

  /** Creates a file of zeros; all of it is really there, or this fails. */
  Memory create(String name, int bytes) throws IOException {
    require(bytes);
    Path file = resolve(name);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(OWNER))) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 16);
      while (channel.size() < bytes) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - channel.size()));
        channel.write(zeros, channel.size());
      }
      return new Memory(channel.map(MapMode.READ_WRITE, 0, bytes));
    } catch (FileAlreadyExistsException e) {
      throw e; // it is somebody else's
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /** Leaves a file to its owner alone. */
  void protect(String name) throws IOException {
    Files.setPosixFilePermissions(resolve(name), OWNER);
  }

  /** Maps a file that a peer has created. */
  Memory open(String name, int bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != bytes) {
        throw new IOException(name + " has " + channel.size() + " bytes instead of " + bytes);
      }
      return new Memory(channel.map(MapMode.READ_WRITE, 0, bytes));
    }
  }

  void delete(String name) {
    try {
      Files.deleteIfExists(resolve(name));
    } catch (IOException e) {
      System.getLogger(ShmFolder.class.getName())
          .log(System.Logger.Level.WARNING, "cannot delete " + name, e);
    }
  }

  /** Deletes what processes left behind that were killed while they opened a link. */
  public void sweep(LongPredicate isDead) throws IOException {
    sweep(isDead, Instant.MAX);
  }

  /**
   * Deletes what is left of processes that nobody else cleans up after. Files that are not old may
   * belong to a process that cannot be seen from here, such as one in another container.
   */
  public void sweepOld() throws IOException {
    sweep(pid -> ProcessHandle.of(pid).isEmpty(), Instant.now().minus(OLD));
  }

  private void sweep(LongPredicate isDead, Instant before) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, PREFIX + "*")) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches() && isDead.test(Long.parseLong(name.group(1)))) {
          deleteIfOlder(file, before);
        }
      }
    } catch (NoSuchFileException e) {
      return; // nothing can be left in it
    }
  }

  private static void deleteIfOlder(Path file, Instant before) {
    try {
      if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) { // another user's, or gone by now
      System.getLogger(ShmFolder.class.getName())
          .log(System.Logger.Level.DEBUG, "cannot delete " + file, e);
    }
  }
}
