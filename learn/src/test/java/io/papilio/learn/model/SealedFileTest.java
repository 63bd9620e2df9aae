package io.papilio.learn.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedFileTest {
  private static final SealedFile KIND = new SealedFile(0x4142434445464748L, 3, "thing");

  @TempDir private Path folder;

  private Path written() throws IOException {
    Path file = folder.resolve("file");
    KIND.write(file, out -> out.writeUTF("content"));
    return file;
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    assertEquals("content", KIND.read(written(), in -> in.readUTF()));
  }

  /** Whatever byte it is, and wherever it was cut. */
  @Test
  void shouldNotBelieveWhatWasDamaged() throws IOException {
    byte[] good = Files.readAllBytes(written());
    Path bad = folder.resolve("bad");
    for (int i = 0; i < good.length; i++) {
      byte[] flipped = good.clone();
      flipped[i] ^= 0x10;
      Files.write(bad, flipped);
      assertThrows(DataException.class, () -> KIND.read(bad, in -> in.readUTF()), "byte " + i);
      Files.write(bad, Arrays.copyOf(good, i));
      assertThrows(DataException.class, () -> KIND.read(bad, in -> in.readUTF()), "cut at " + i);
    }
  }

  @Test
  void shouldKnowItsKindAndVersion() throws IOException {
    Path file = written();
    SealedFile other = new SealedFile(0x4142434445464749L, 3, "widget");
    Exception kind = assertThrows(DataException.class, () -> other.read(file, in -> 0));
    assertTrue(kind.getMessage().contains("is not a widget"), kind.getMessage());
    SealedFile next = new SealedFile(KIND.magic(), 4, "thing");
    Exception version = assertThrows(DataException.class, () -> next.read(file, in -> 0));
    assertTrue(version.getMessage().contains("version 3"), version.getMessage());
  }

  @Test
  void shouldLeaveTheOldFileIfTheNewOneFails() throws IOException {
    Path file = written();
    byte[] before = Files.readAllBytes(file);
    assertThrows(
        IOException.class,
        () ->
            KIND.write(
                file,
                out -> {
                  out.writeUTF("half");
                  throw new IOException("disk full");
                }));
    assertArrayEquals(before, Files.readAllBytes(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }
}
