package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.DataSummary;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.cache.CachedSource;
import io.papilio.learn.data.cache.RowStore;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.data.read.DataReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxReaderTest {
  private static final Path MNIST = Path.of("..", "..", "shared", "data", "mnist");
  private static final ReaderOptions PLAIN = ReaderOptions.of(2);

  @TempDir private Path folder;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  /** Images, and their labels beside them. */
  private Path both(String name, int count) throws IOException {
    file(name + "-labels-idx1-ubyte", IdxFiles.labels(count));
    return file(name + "-images-idx3-ubyte", IdxFiles.images(count));
  }

  private static Loaded read(ReaderOptions options, Object... inputs) throws InterruptedException {
    return DataReader.read(Arrays.stream(inputs).map(Object::toString).toList(), options);
  }

  private static SparseRows rows(ReaderOptions options, Object... inputs)
      throws InterruptedException {
    RowsBuilder all = new RowsBuilder();
    for (SparseRows block : Blocks.rows(read(options, inputs))) {
      IntStream.range(0, block.size()).forEach(row -> all.addRow(block, row));
    }
    return all.build();
  }

  @Test
  void shouldReadPixelsAndLabels() throws Exception {
    Path plain = both("t", 5);
    Path zip = file("z-images-idx3-ubyte.gz", IdxFiles.zipped(IdxFiles.images(5)));
    file("z-labels-idx1-ubyte.gz", IdxFiles.zipped(IdxFiles.labels(5)));
    SparseRows rows = rows(PLAIN, plain);
    assertEquals(rows, rows(PLAIN, zip));
    assertEquals(5, rows.size());
    assertEquals(250, rows.label(1));
    assertEquals(4, rows.label(4));
    assertEquals(5, rows.end(4) - rows.start(4), "zeros are not kept");
    assertEquals(163 / 255f, rows.values()[rows.start(4) + 3]);
    assertEquals(6, rows.features(), "but the last pixel is counted");
    assertEquals(5, rows.end(0) - rows.start(0));
    assertEquals(0, rows.values()[rows.end(0) - 1]);
  }

  @Test
  void shouldReadBlockByBlock() throws Exception {
    int[] sizes = {1, 2, 7};
    for (int size : sizes) {
      int length = 1_000_000; // two images a block
      ByteBuffer images = ByteBuffer.allocate(16 + size * length);
      images.putInt(0x803).putInt(size).putInt(1000).putInt(1000);
      for (int i = 0; i < size; i++) {
        images.put(16 + i * length + i, (byte) (i + 1));
      }
      Path file = file("large-images-idx3-ubyte", images.array());
      file("large-labels-idx1-ubyte", IdxFiles.labels(size));
      List<SparseRows> blocks = Blocks.rows(read(PLAIN, file));
      assertEquals((size + 1) / 2, blocks.size());
      assertEquals(length, blocks.get(blocks.size() - 1).features(), "in each block");
      SparseRows rows = rows(PLAIN, file);
      for (int i = 0; i < size; i++) {
        assertEquals(i == 1 ? 250 : i, rows.label(i));
        assertEquals(i, rows.indices()[rows.start(i)]);
        assertEquals((i + 1) / 255f, rows.values()[rows.start(i)]);
      }
    }
  }

  @Test
  void shouldTellWhatIsLabels() throws Exception {
    Path a = both("a", 3);
    Path b = both("b", 4);
    Path text = file("c.svm", "7 2:3\n8 1:1\n".getBytes());
    SparseRows expected = rows(PLAIN, a, b, text);
    assertEquals(9, expected.size());
    assertEquals(expected, rows(PLAIN, folder));
    assertEquals(expected, rows(PLAIN, folder + "/*"));
    Path labels = folder.resolve("./b-labels-idx1-ubyte");
    assertEquals(expected, rows(PLAIN, labels, a, b, text), "as a shell would list them");
    assertEquals(7, rows(PLAIN, folder + "/*ubyte").size());
    problem("a-labels-idx1-ubyte: holds labels", b, folder.resolve("a-labels-idx1-ubyte"), labels);
  }

  @Test
  void shouldDoWithoutLabelsWhereNoneAreNeeded() throws Exception {
    Path images = file("t-images-idx3-ubyte", IdxFiles.images(3));
    problem("t-labels-idx1-ubyte: no such file", images);
    ReaderOptions predicting = PLAIN.withoutLabels();
    assertEquals(Float.NaN, rows(predicting, images).label(2));
    Path other = file("pictures", IdxFiles.images(3));
    problem("pictures: its name does not say where its labels are", other);
    assertEquals(6, rows(predicting, other).features());
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(IdxFiles.zipped(IdxFiles.images(3))));
    try {
      assertEquals(3, rows(predicting, "-").size());
    } finally {
      System.setIn(before);
    }
    both("t", 3);
    assertEquals(250, rows(predicting, images).label(1));
  }

  @Test
  void shouldMakeFeaturesAsAsked() throws Exception {
    Path images = both("t", 1); // pixels 0 1 2 3 4 0
    Features few = Features.hashed(2); // of which 4 falls on 0, and 5 on 1
    SparseRows rows =
        rows(new ReaderOptions(Optional.of(Format.IDX), few, BadLines.FAIL, 2, "", true), images);
    assertEquals(List.of(0, 1, 2, 3), Arrays.stream(rows.indices()).boxed().toList());
    assertEquals(4 / 255f, rows.values()[0]);
    assertEquals(1 / 255f, rows.values()[1]);
    Features pairs = new Features(10, List.of("  "));
    rows = rows(new ReaderOptions(Optional.empty(), pairs, BadLines.FAIL, 2, "", true), images);
    assertTrue(rows.entries() > 5, rows.toString());
  }

  @Test
  void shouldKeepACacheOfThem() throws Exception {
    Path images = both("t", 3);
    List<String> log = new ArrayList<>();
    List<String> inputs = List.of(images.toString());
    Source cache = new CachedSource(inputs, PLAIN, folder, RowStore.Room.MEMORY, log::add);
    List<SparseRows> first = Blocks.rows(cache.read(0, 1));
    assertEquals(first, Blocks.rows(cache.read(0, 1)));
    assertEquals(1, log.size(), log.toString());
    byte[] others = IdxFiles.labels(3);
    others[10] = 77;
    Path labels = file("t-labels-idx1-ubyte", others);
    Files.setLastModifiedTime(labels, FileTime.fromMillis(1_000_000));
    assertEquals(77, Blocks.rows(cache.read(0, 1)).get(0).label(2));
    assertTrue(log.get(1).contains("t-labels-idx1-ubyte"), log.toString());
  }

  @Test
  void shouldSayWhatIsWrong() throws IOException {
    Path images = both("t", 5);
    file("t-images-idx3-ubyte", Arrays.copyOf(IdxFiles.images(5), 40));
    problem("t-images-idx3-ubyte: cannot be read: it is cut off", images);
    file("t-images-idx3-ubyte", Arrays.copyOf(IdxFiles.images(5), 3));
    problem("t-images-idx3-ubyte: cannot be read: it is cut off", images);
    byte[] zip = IdxFiles.zipped(IdxFiles.images(5));
    file("t-images-idx3-ubyte", Arrays.copyOf(zip, zip.length / 2));
    problem("t-images-idx3-ubyte: cannot be read: it is cut off", images);
    file("t-images-idx3-ubyte", Arrays.copyOf(IdxFiles.images(5), 47));
    problem("t-images-idx3-ubyte: goes on after its 5 items", images);
    file("t-images-idx3-ubyte", "1 2:3\n".getBytes());
    problem("t-images-idx3-ubyte: begins with 3120323a: not an IDX file", images);
    byte[] huge = IdxFiles.images(5);
    huge[8] = 0x7f;
    huge[12] = 0x7f;
    file("t-images-idx3-ubyte", huge);
    problem("t-images-idx3-ubyte: items of", images);
    file("t-images-idx3-ubyte", IdxFiles.images(4));
    problem("4 images, but 5 labels in " + folder.resolve("t-labels-idx1-ubyte"), images);
  }

  @Test
  void shouldKnowAnIdxFileByItsBeginning() {
    assertTrue(IdxFile.begins(new byte[] {0, 0, 8, 3}, 4));
    for (byte[] other : new byte[][] {{1, 0, 8, 3}, {0, 1, 8, 3}, {0, 0, 9, 3}}) {
      assertFalse(IdxFile.begins(other, 4));
    }
    assertFalse(IdxFile.begins(new byte[] {0, 0, 8, 3}, 3), "not all of it was read");
  }

  private static IdxFile open(int magic, int... numbers) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(4 + 4 * numbers.length).putInt(magic);
    Arrays.stream(numbers).forEach(head::putInt);
    return IdxFile.openImages("some", new ByteArrayInputStream(head.array()));
  }

  @Test
  void shouldReadHeadsOfAnyShape() throws IOException {
    int most = Integer.MAX_VALUE - 8; // what an array can have
    assertEquals(1, open(0x802, 7, 1).length());
    assertEquals(0, open(0x802, 0, 5).count());
    assertEquals(2 * 3 * 5 * 7, open(0x808, 9, 1, 2, 3, 1, 5, 7, 1).length());
    assertEquals(most, open(0x802, 1, most).length());
    refused("some: items of 2147483640 bytes", 0x802, 1, most + 1);
    refused("some: items of 4294967296 bytes", 0x803, 1, 1 << 16, 1 << 16);
    refused("some: items of 0 bytes", 0x803, 1, 2, 0);
    refused("some: -1 items", 0x802, -1, 3);
    refused("some: begins with 00000809: not an IDX file", 0x809, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    refused("some: begins with 00000800: not an IDX file", 0x800, 1);
  }

  @Test
  void shouldReadAllImagesAtOnce() throws IOException {
    byte[] file = IdxFiles.images(3);
    IdxFile idx = IdxFile.openImages("some", new ByteArrayInputStream(file));
    assertArrayEquals(Arrays.copyOfRange(file, 16, file.length), idx.readAll());
    IdxFile huge = open(0x803, 1 << 20, 1 << 10, 1 << 10);
    assertThrows(DataException.class, huge::readAll);
  }

  private static void refused(String problem, int magic, int... numbers) {
    assertEquals(
        problem, assertThrows(DataException.class, () -> open(magic, numbers)).getMessage());
  }

  @Test
  void shouldSayWhatIsWrongWithLabels() throws IOException {
    Path images = both("t", 5);
    file("t-labels-idx1-ubyte", IdxFiles.images(5));
    problem("t-labels-idx1-ubyte: holds images", images);
    file("t-labels-idx1-ubyte", Arrays.copyOf(IdxFiles.labels(5), 12));
    problem("t-labels-idx1-ubyte: cannot be read: it is cut off", images);
    file("t-labels-idx1-ubyte", Arrays.copyOf(IdxFiles.labels(5), 6));
    problem("t-labels-idx1-ubyte: cannot be read: it is cut off", images);
    file("t-labels-idx1-ubyte", Arrays.copyOf(IdxFiles.labels(5), 14));
    problem("t-labels-idx1-ubyte: goes on after its 5 items", images);
    file("t-labels-idx1-ubyte", new byte[8]);
    problem("t-labels-idx1-ubyte: begins with 00000000: not an IDX file", images);
  }

  private static void problem(String expected, Object... inputs) {
    String message = assertThrows(DataException.class, () -> read(PLAIN, inputs)).getMessage();
    assertTrue(message.contains(expected), message);
  }

  @Test
  void shouldReadTheRealOnes() throws InterruptedException {
    Assumptions.assumeTrue(Files.isDirectory(MNIST), "no data in " + MNIST);
    DataSummary summary = DataSummary.of(Blocks.rows(read(PLAIN, MNIST)));
    assertEquals(70_000, summary.rows());
    assertEquals(784, summary.features());
    assertEquals(10, summary.labels().listed().size());
    assertEquals(new DataSummary.LabelCount(0, 5923 + 980), summary.labels().listed().get(0));
    assertEquals(new DataSummary.Values(0, 1), summary.values());
  }
}
