package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxReaderTest {
  @TempDir private Path folder;

  /** Images of 2 x 3 pixels: pixel i of image r is 40 r + i, so the first one is black. */
  private static byte[] images(int count) {
    ByteBuffer out = ByteBuffer.allocate(16 + 6 * count);
    out.putInt(0x803).putInt(count).putInt(2).putInt(3);
    for (int i = 0; i < 6 * count; i++) {
      out.put((byte) (40 * (i / 6) + i % 6));
    }
    return out.array();
  }

  private static byte[] labels(int count) {
    ByteBuffer out = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
    for (int i = 0; i < count; i++) {
      out.put((byte) (i == 1 ? 250 : i));
    }
    return out.array();
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void shouldReadPixelsAndLabels() throws IOException {
    Path plain = file("t-images-idx3-ubyte", images(5));
    file("t-labels-idx1-ubyte", labels(5));
    Path zip = file("z-images-idx3-ubyte.gz", zipped(images(5)));
    file("z-labels-idx1-ubyte.gz", zipped(labels(5)));
    assertTrue(IdxReader.isImages(plain) && IdxReader.isImages(zip));
    SparseRows rows = IdxReader.read(plain, IdxReader.labelsOf(plain));
    assertEquals(rows, IdxReader.read(zip, IdxReader.labelsOf(zip)));
    assertEquals(5, rows.size());
    assertEquals(250, rows.label(1));
    assertEquals(4, rows.label(4));
    assertEquals(5, rows.end(0) - rows.start(0), "zeros are not kept");
    assertEquals(1, rows.indices()[rows.start(0)]);
    assertEquals(6, rows.end(4) - rows.start(4));
    assertEquals(163 / 255f, rows.values()[rows.start(4) + 3]);
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException {
    Path good = file("images", images(5));
    Path labels = file("labels", labels(5));
    problem("ends too early", file("a", Arrays.copyOf(images(5), 40)), labels);
    problem("ends too early", good, file("b", Arrays.copyOf(labels(5), 6)));
    problem("goes on after its 5 items", file("c", Arrays.copyOf(images(5), 47)), labels);
    problem("5 images, but 4 labels", good, file("d", labels(4)));
    problem("not an IDX file of labels", good, good);
    problem("not an IDX file of images", labels, labels);
    problem("no such file", good, folder.resolve("nowhere"));
    byte[] huge = images(5);
    huge[8] = 0x7f;
    huge[12] = 0x7f;
    problem("items of", file("e", huge), labels);
  }

  private static void problem(String expected, Path images, Path labels) {
    String message =
        assertThrows(DataException.class, () -> IdxReader.read(images, labels)).getMessage();
    assertTrue(message.contains(expected), message);
  }
}
