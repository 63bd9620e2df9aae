package io.papilio.learn.data.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsCacheTest {
  private static final byte[] NOTES = {1, -2, 3, 4, 5};
  private static final int HEADER = 16;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("rows.bin");
  }

  private static SparseRows random(Random random, int size, boolean weighted) {
    RowsBuilder rows = new RowsBuilder();
    for (int row = 0; row < size; row++) {
      for (int i = random.nextInt(5); i > 0; i--) {
        rows.add(random.nextInt(Integer.MAX_VALUE), Float.intBitsToFloat(random.nextInt()));
      }
      rows.endRow(random.nextInt(9) - 4, weighted ? random.nextFloat() : 1);
    }
    return rows.build();
  }

  private static List<SparseRows> small() {
    Random random = new Random(3);
    return List.of(random(random, 3, false), random(random, 0, false), random(random, 4, true));
  }

  private void write(List<SparseRows> blocks) throws IOException {
    try (RowsCache.Writer writer = new RowsCache.Writer(file)) {
      for (SparseRows block : blocks) {
        assertEquals(block, writer.append(block).rows(), "before the file is whole");
      }
      writer.keep(NOTES);
    }
  }

  private List<SparseRows> read() throws IOException {
    try (RowsCache cache = RowsCache.open(file)) {
      assertArrayEquals(NOTES, cache.notes());
      return cache.blocks().stream().map(BlockFile.Kept::sound).toList();
    }
  }

  private String problem() {
    String message = assertThrows(DataException.class, this::read).getMessage();
    assertTrue(message.startsWith(file + ": "), message);
    return message.substring(file.toString().length() + 2);
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    Random random = new Random(5);
    for (int count = 0; count < 20; count++) {
      List<SparseRows> blocks = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        blocks.add(random(random, random.nextInt(30), random.nextBoolean()));
      }
      write(blocks);
      assertEquals(blocks, read());
    }
  }

  @Test
  void shouldReadMoreThanABuffer() throws IOException {
    TopicGenerator generator = new TopicGenerator(1);
    List<SparseRows> blocks = List.of(generator.rows(0, 3000), generator.rows(3000, 1));
    write(blocks);
    assertTrue(Files.size(file) > 1 << 20);
    assertEquals(blocks, read());
  }

  @Test
  void shouldLieInTheFileAsDrawn() throws IOException {
    write(
        List.of(
            new SparseRows(
                new int[] {0, 1, 1},
                new int[] {7},
                new float[] {0.5f},
                new float[] {-1, 1},
                new float[] {1, 3})));
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[8];
    bytes.get(magic);
    assertEquals("PAPILIOR", new String(magic, StandardCharsets.US_ASCII));
    assertEquals(6, bytes.getInt());
    assertEquals(crc(bytes, 0, 12), bytes.getInt());
    for (int expected : new int[] {2, 1, 2, 0, 0, 1, 1, 7}) {
      assertEquals(expected, bytes.getInt());
    }
    for (float expected : new float[] {0.5f, -1, 1, 1, 3}) {
      assertEquals(expected, bytes.getFloat());
    }
    assertEquals(crc(bytes, HEADER, bytes.position()), bytes.getInt());
    int table = bytes.position();
    for (int expected : new int[] {1, NOTES.length, 2, 1, 2, 8, 0x0403fe01, 5}) {
      assertEquals(expected, bytes.getInt());
    }
    assertEquals(table, bytes.getLong());
    assertEquals(crc(bytes, table, bytes.position()), bytes.getInt());
    assertEquals(table, bytes.getLong());
    assertFalse(bytes.hasRemaining());
  }

  private static int crc(ByteBuffer bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void shouldDetectEveryDamagedByte() throws IOException {
    write(small());
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at++) {
      for (int flip : new int[] {1 << at % 8, 255}) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) flip;
        Files.write(file, damaged);
        problem();
      }
    }
    Files.write(file, bytes);
    assertEquals(small(), read());
  }

  @Test
  void shouldDetectEveryTruncationAndWhatIsTooMuch() throws IOException {
    write(small());
    byte[] bytes = Files.readAllBytes(file);
    for (int size = 0; size < bytes.length; size++) {
      Files.write(file, Arrays.copyOf(bytes, size));
      assertTrue(problem().startsWith(size < 8 ? "not a file of rows" : "truncated"), problem());
    }
    for (int more = 1; more < 20; more++) {
      Files.write(file, Arrays.copyOf(bytes, bytes.length + more));
      problem();
    }
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException {
    assertEquals("there is no such file", problem());
    Files.writeString(file, "-1 3:1 6:0.25\n");
    assertEquals("not a file of rows: it does not begin with PAPILIOR", problem());
    write(small());
    byte[] bytes = Files.readAllBytes(file);
    bytes[8] = 1;
    Files.write(file, bytes);
    assertEquals("has version 1; this program reads version 6", problem());
    bytes[8] = 6;
    bytes[bytes.length - 13]++;
    Files.write(file, bytes);
    assertTrue(problem().startsWith("the table is damaged: checksum "), problem());
    bytes[bytes.length - 13]--;
    bytes[HEADER + 40]++;
    Files.write(file, bytes);
    assertTrue(problem().startsWith("block 0 is damaged: checksum "), problem());
  }

  @Test
  void shouldDetectBlocksInAnotherOrder() throws IOException {
    SparseRows one = new SparseRows(new int[] {0, 0}, new int[0], new float[0], new float[] {1});
    SparseRows two = one.withLabels(new float[] {2});
    write(List.of(one, two));
    byte[] bytes = Files.readAllBytes(file);
    int size = 16 + 2 * 4 + 4 + 4; // header, starts, label, checksum
    byte[] swapped = bytes.clone();
    System.arraycopy(bytes, HEADER, swapped, HEADER + size, size);
    System.arraycopy(bytes, HEADER + size, swapped, HEADER, size);
    Files.write(file, swapped);
    assertEquals("block 0 has a damaged header", problem());
  }

  @Test
  void shouldReplaceAFileAndLeaveNothingElse() throws IOException {
    write(small());
    write(List.of());
    assertEquals(List.of(), read());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void shouldLeaveTheOldFileIfItFails() throws IOException {
    write(small());
    try (RowsCache.Writer writer = new RowsCache.Writer(file)) {
      writer.append(random(new Random(9), 7, false));
    }
    assertEquals(small(), read());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  /** A checksum says only that a file is as it was written. */
  @Test
  void shouldNotTrustRowsThatCannotBe() throws IOException {
    float[] values = {1, 2, 3};
    float[] labels = {1, 2};
    int[] starts = {0, 2, 3};
    for (int[] each : new int[][] {{1, 0, 2}, {-1, 0, 2}, {1, 1, 2}, {0, 1, -2}}) {
      write(List.of(new SparseRows(starts, each, values, labels)));
      assertEquals("block 0 has rows that cannot be", problem(), Arrays.toString(each));
    }
    write(List.of(new SparseRows(starts, new int[] {0, 2, 1}, values, labels)));
    assertEquals(1, read().size());
  }

  @Test
  void shouldTellItsFilesFromOthers() throws IOException {
    write(List.of());
    assertTrue(RowsCache.isCache(file));
    for (String text : new String[] {"", "PAPILIO", "1 1:1 2:1\n"}) {
      Files.writeString(file, text);
      assertFalse(RowsCache.isCache(file));
    }
  }
}
