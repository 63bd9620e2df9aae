package io.papilio.runtime.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.OpenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that processes meet in. */
class ShmFolderTest {
  @TempDir private Path path;

  private ShmFolder folder() {
    return new ShmFolder(path);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void shouldGiveNamesOfThisProcess() throws IOException {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String name = folder().newName(".ring");
      assertTrue(name.startsWith("papilio-" + ProcessHandle.current().pid() + "-"), name);
      assertEquals(path.resolve(name), folder().resolve(name));
      names.add(name);
    }
    assertEquals(1_000, names.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "papilio-1-a",
        "papilio-1-a.txt",
        "papilio--a.ring",
        "papilio-1-.ring",
        "papilio-1-g.ring",
        "papilio-x-a.ring",
        "papilio-1-a.ring\n",
        "papilio-1-a.ring/../x",
        "../papilio-1-a.ring",
        "/dev/shm/papilio-1-a.ring",
        "papilio-1111111111111111111111-a.ring"
      })
  void shouldRefuseNamesThatAreNotItsOwn(String name) {
    assertThrows(IOException.class, () -> folder().resolve(name));
    assertThrows(IOException.class, () -> folder().open(name, 8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 65_535, 65_536, 65_537, 1 << 20})
  void shouldCreateZerosThatOthersOfTheUserSee(int bytes) throws IOException {
    Memory memory = folder().create("papilio-1-a.ring", bytes);
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(path.resolve("papilio-1-a.ring"))));
    assertEquals(bytes, memory.bytes().capacity());
    for (int i = 0; i < bytes; i++) {
      assertEquals(0, memory.bytes().get(i));
    }
    Memory other = folder().open("papilio-1-a.ring", bytes);
    memory.bytes().put(bytes - 1, (byte) 42);
    assertEquals(42, other.bytes().get(bytes - 1));
    folder().delete("papilio-1-a.ring");
    assertEquals(List.of(), files());
    other.bytes().put(0, (byte) 7);
    assertEquals(7, memory.bytes().get(0), "it lives as long as it is mapped");
  }

  @Test
  void shouldOpenOnlyWhatItExpects() throws Exception {
    folder().create("papilio-1-a.ring", 4096);
    String message =
        assertThrows(IOException.class, () -> folder().open("papilio-1-a.ring", 8192)).getMessage();
    assertTrue(message.contains("4096"), message);
    assertThrows(NoSuchFileException.class, () -> folder().open("papilio-1-b.ring", 8));
    assertThrows(IOException.class, () -> folder().create("papilio-1-a.ring", 4096), "it exists");
    OpenFiles.assertNoneLeft(
        () -> assertThrows(IOException.class, () -> folder().open("papilio-1-a.ring", 8)));
  }

  /** It was there before: it is somebody else's. */
  @Test
  void shouldLeaveAFileAloneThatItDidNotCreate() throws IOException {
    Memory memory = folder().create("papilio-1-a.ring", 64);
    assertThrows(IOException.class, () -> folder().create("papilio-1-a.ring", 64));
    assertEquals(List.of("papilio-1-a.ring"), files());
    assertEquals(64, memory.bytes().capacity());
  }

  @Test
  void shouldSayThatThereIsTooLittleSpace() throws Exception {
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=17m", "tmpfs", path.toString()), "no root");
    try {
      folder().create("papilio-1-a.ring", 512 << 10);
      IOException e =
          assertThrows(IOException.class, () -> folder().create("papilio-1-b.ring", 1 << 20));
      assertEquals(
          path
              + " has 16 MB left, but shared memory for this takes 17 MB:"
              + " make it larger, or use tcp",
          e.getMessage());
      assertEquals(List.of("papilio-1-a.ring"), files());
      assertThrows(IOException.class, () -> new ShmPipe.Offer(folder()));
      assertEquals(List.of("papilio-1-a.ring"), files());
    } finally {
      assertTrue(run("umount", "--lazy", path.toString()), "it is still mapped");
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // no such command
    }
  }

  @Test
  void shouldBeEqualForThoseWhoSeeTheSame() throws IOException {
    Path inner = Files.createDirectory(path.resolve("inner"));
    Path link = Files.createSymbolicLink(path.resolve("link"), inner);
    String identity = new ShmFolder(inner).identity();
    assertTrue(identity.matches("[0-9a-f]{32}"), identity);
    assertEquals(identity, new ShmFolder(inner).identity());
    assertEquals(identity, new ShmFolder(link).identity());
    assertNotEquals(identity, folder().identity());
    assertThrows(IOException.class, () -> new ShmFolder(path.resolve("none")).identity());
  }

  @Test
  void shouldSweepOnlyWhatTheDeadLeft() throws IOException {
    List<String> kept =
        List.of(
            "notes",
            "papilio-12-ab.ring.old",
            "papilio-12-notes.txt",
            "papilio-12.ring",
            "papilio-13-ab.bell",
            "papilio-13-ab.ring",
            "papilio-x-ab.ring");
    for (String name : kept) {
      Files.createFile(path.resolve(name));
    }
    Files.createFile(path.resolve("papilio-12-ab.ring"));
    Files.createFile(path.resolve("papilio-12-ab.bell"));
    folder().sweep(pid -> pid == 12);
    assertEquals(kept, files());
    new ShmFolder(path.resolve("none")).sweep(pid -> true);
  }

  @Test
  void shouldUsuallyBeAFolder() {
    assertTrue(Files.isDirectory(ShmFolder.usual().path()));
  }
}
