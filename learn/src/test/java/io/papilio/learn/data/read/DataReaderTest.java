package io.papilio.learn.data.read;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.Parsing;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataReaderTest {
  private static final ReaderOptions PLAIN = ReaderOptions.of(3);
  private static final ReaderOptions SKIPPING =
      new ReaderOptions(Optional.empty(), Features.plain(), BadLines.SKIP, 3, "", true);

  @TempDir Path folder;

  @AfterEach
  void shouldLeaveNoThreads() {
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(thread -> thread.getName().equals("papilio-parser")));
  }

  /** What is written to a file, around the bytes that are put in. */
  private enum Packing {
    NONE {
      @Override
      OutputStream around(OutputStream out) {
        return out;
      }
    },
    GZIP {
      @Override
      OutputStream around(OutputStream out) throws IOException {
        return new GZIPOutputStream(out);
      }
    },
    BZIP2 {
      @Override
      OutputStream around(OutputStream out) throws IOException {
        return new BZip2CompressorOutputStream(out, 1);
      }
    },
    ZSTD {
      @Override
      OutputStream around(OutputStream out) throws IOException {
        return new ZstdOutputStream(out);
      }
    };

    abstract OutputStream around(OutputStream out) throws IOException;

    byte[] pack(String text) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = around(bytes)) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      return bytes.toByteArray();
    }
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void shouldReadHoweverItIsPackedAndCut(Packing packing) throws Exception {
    String text = lines(0, 23);
    Path file = Files.write(folder.resolve("data.svm"), packing.pack(text));
    String expected = rows(0, 23);
    for (int bytes = 1; bytes <= text.length() + 1; bytes++) {
      assertEquals(expected, read(bytes, PLAIN, file), bytes + " bytes");
    }
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void shouldReadSeveralMembersAfterEachOther(Packing packing) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 5; i++) {
      all.write(packing.pack(lines(i * 1000, i * 1000 + 1000)));
    }
    Path file = Files.write(folder.resolve("data"), all.toByteArray());
    assertEquals(rows(0, 5000), read(10_000, PLAIN, file));
    assertEquals(rows(0, 5000), rows(DataReader.read(names(file), PLAIN)));
  }

  @ParameterizedTest
  @EnumSource(value = Packing.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldNoticeAFileThatIsCutOff(Packing packing) throws Exception {
    byte[] whole = packing.pack(lines(0, 5000));
    for (int length : new int[] {whole.length - 1, whole.length - 9, whole.length / 2, 7}) {
      Path file = Files.write(folder.resolve("data.svm"), Arrays.copyOf(whole, length));
      String problem = problem(PLAIN, file);
      assertTrue(problem.startsWith(file + ": cannot be read: "), length + ": " + problem);
    }
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void shouldCountLinesBeforeABadOne(Packing packing) throws Exception {
    String text = "\n# comment\n" + lines(0, 20) + "\n1 3:4 2:7\n" + lines(0, 5) + "1 x\n";
    Path file = Files.write(folder.resolve("data.svm"), packing.pack(text));
    String expected = file + ", line 24, column 7: index 2 after 3: indices have to grow";
    for (int bytes = 1; bytes <= text.length(); bytes++) {
      DataReader reader = new DataReader(PLAIN, bytes, bytes);
      DataException e = assertThrows(DataException.class, () -> reader.read(names(file), 0, 1));
      assertEquals(expected, e.getMessage(), bytes + " bytes");
    }
  }

  @Test
  void shouldCountBadLinesThatItSkips() throws Exception {
    String text = lines(0, 7) + "1 0:3\n" + lines(7, 9) + "\nbad\n1 5:5 6\n" + lines(9, 12);
    Path file = Files.writeString(folder.resolve("data.svm"), text);
    for (int bytes = 1; bytes <= text.length(); bytes++) {
      Loaded loaded = new DataReader(SKIPPING, bytes, bytes).read(names(file, file), 0, 1);
      assertEquals(rows(0, 12) + "; " + rows(0, 12), rows(loaded));
      assertEquals(6, loaded.badLines());
      assertEquals(
          file + ", line 8, column 3: index 0: the first index is 1", loaded.firstBadLine());
    }
    Loaded good =
        DataReader.read(names(Files.writeString(folder.resolve("good"), "1 1:2")), SKIPPING);
    assertEquals(0, good.badLines());
    assertEquals("", good.firstBadLine());
    assertEquals(1, good.rows());
    assertEquals(1, good.entries());
  }

  @Test
  void shouldReportTheFirstBadLineOfAllFiles() throws Exception {
    Path good = Files.writeString(folder.resolve("1.svm"), lines(0, 100));
    Path bad = Files.writeString(folder.resolve("2.svm"), lines(0, 50) + "1 1:z\n");
    Path worse = Files.writeString(folder.resolve("3.svm"), "z\n");
    Path cutOff = Files.write(folder.resolve("4.svm"), new byte[] {0x1f, (byte) 0x8b, 8});
    assertEquals(
        bad + ", line 51, column 5: not a number: 'z'", problem(PLAIN, good, bad, worse, cutOff));
    assertEquals(bad + ", line 51, column 5: not a number: 'z'", problem(PLAIN, folder));
    assertEquals(bad + ", line 51, column 5: not a number: 'z'", problem(PLAIN, bad, cutOff));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 1:2\r\n2 2:3\r\n3\r\n",
        "1 1:2\n2 2:3\n3",
        "\uFEFF1 1:2\n2 2:3\r\n3\r",
        "\n\n  \n1 1:2\n\t\r\n#x\n2 2:3\n # y\n3\n\n",
        "\uFEFF# comment\n1 1:2 # a\n2 2:3#b\n3 #c\n"
      })
  void shouldReadLinesHoweverTheyEnd(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("data.svm"), text);
    for (int bytes = 1; bytes <= text.length() + 3; bytes++) {
      assertEquals("1 0:2; 2 1:3; 3", read(bytes, PLAIN, file), bytes + " bytes");
    }
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void shouldReadLinesThatAreLongerThanABuffer(Packing packing) throws Exception {
    StringBuilder text = new StringBuilder("1");
    StringBuilder expected = new StringBuilder("1");
    for (int i = 1; i <= 30_000; i++) {
      text.append(' ').append(i).append(':').append(i % 17 + 1);
      expected.append(' ').append(i - 1).append(':').append(i % 17 + 1);
    }
    Path file = Files.write(folder.resolve("data"), packing.pack("2 3:4\n" + text + "\n5 6:7"));
    assertEquals("2 2:4; " + expected + "; 5 5:7", read(1000, PLAIN, file));
  }

  @Test
  void shouldSayThatThereAreNoExamples() throws Exception {
    Path empty = Files.writeString(folder.resolve("empty.svm"), "");
    Path blank = Files.writeString(folder.resolve("blank"), "\n# nothing\n\n");
    Path header = Files.writeString(folder.resolve("header.csv"), "a,b,y\n");
    Path bad = Files.writeString(folder.resolve("bad.svm"), "x\n1 1:1:1\n");
    Path partlyBad = Files.writeString(folder.resolve("partlyBad.svm"), "1 1:1\nx\n");
    Path good = Files.writeString(folder.resolve("good.svm"), "1 1:1\n");
    assertEquals(empty + ": no examples", problem(PLAIN, good, empty));
    assertEquals(blank + ": no examples", problem(PLAIN, blank, good));
    assertEquals(header + ": no examples", problem(PLAIN, header));
    assertEquals(
        bad + ": no examples; bad is " + bad + ", line 1, column 1: not a number: 'x'",
        problem(SKIPPING, bad));
    assertEquals(empty + ": no examples", problem(SKIPPING, partlyBad, empty));
    assertEquals(
        Files.createDirectory(folder.resolve("none")) + ": a folder without files",
        problem(PLAIN, folder.resolve("none")));
  }

  /** As Spark writes them: a folder is one input. */
  @Test
  void shouldReadFoldersWithSomeEmptyFiles() throws Exception {
    Files.writeString(folder.resolve("part-0"), lines(0, 3));
    Files.writeString(folder.resolve("part-1"), "");
    Files.write(folder.resolve("part-2"), Packing.GZIP.pack(lines(3, 9)));
    Files.writeString(folder.resolve("part-3"), "\n");
    Files.writeString(folder.resolve("_SUCCESS"), "");
    assertEquals(rows(0, 9), rows(DataReader.read(names(folder), PLAIN)));
    assertEquals(rows(0, 9), rows(DataReader.read(List.of(folder + "/part-*"), PLAIN)));
  }

  @Test
  void shouldGuessTheFormatOfEachFile() throws Exception {
    Path libsvm = Files.writeString(folder.resolve("1"), "# c\n1 1:2\n");
    Path vw = Files.writeString(folder.resolve("2"), "1 | 3:4\n");
    Path csv = Files.writeString(folder.resolve("3"), "a,y\n5,1\n");
    assertEquals("1 0:2; 1 3:4; 1 0:5", read(100, PLAIN, libsvm, vw, csv));
    Path other = Files.writeString(folder.resolve("4"), "\n\nhello world\n");
    assertEquals(
        other + ": looks like none of the formats libsvm, vw, csv and idx", problem(PLAIN, other));
    ReaderOptions told =
        new ReaderOptions(Optional.of(Format.LIBSVM), Features.plain(), BadLines.FAIL, 1, "", true);
    assertEquals(other + ", line 3, column 1: not a number: 'hello'", problem(told, other));
  }

  @Test
  void shouldReadCsvFilesWithTheSameColumns() throws Exception {
    String header = "\uFEFF# made by hand\r\n\r\na,\"y\",b\r\n";
    Path first = Files.writeString(folder.resolve("1.csv"), header + "1,2,3\r\n4,5,6\r\n");
    Path second = Files.write(folder.resolve("2.csv"), Packing.ZSTD.pack("a,y,b\n7,8,9"));
    Path mixed = Files.writeString(folder.resolve("2a.csv"), "b,y,a\n9,8,7\n");
    Path other = Files.writeString(folder.resolve("3.csv"), "a,c,y\n1,2,3\n");
    Path bad = Files.writeString(folder.resolve("4.csv"), header + "1,2,3\n1,2\n");
    for (int bytes = 1; bytes < 60; bytes++) {
      assertEquals("2 0:1 1:3; 5 0:4 1:6; 8 0:7 1:9", read(bytes, PLAIN, first, second));
      assertEquals("2 0:1 1:3; 5 0:4 1:6; 8 0:7 1:9", read(bytes, PLAIN, first, mixed));
    }
    Columns columns = new Columns("y", List.of("a", "b"));
    assertEquals(
        Features.plain().with(columns), DataReader.read(names(first, mixed), PLAIN).features());
    assertEquals(other + ": lacks columns: b", problem(PLAIN, first, other));
    assertEquals(bad + ", line 5, column 4: 2 fields instead of 3", problem(PLAIN, bad));
    Path open = Files.writeString(folder.resolve("5.csv"), "\na,\"b\n1,2\n");
    assertEquals(open + ", line 2, column 3: a quote that is not closed", problem(PLAIN, open));
  }

  @Test
  void shouldReadStandardInput() throws Exception {
    InputStream before = System.in;
    try {
      for (Packing packing : Packing.values()) {
        System.setIn(new ByteArrayInputStream(packing.pack(lines(0, 500))));
        assertEquals(rows(0, 500), rows(DataReader.read(List.of("-"), PLAIN)));
      }
      System.setIn(new ByteArrayInputStream("1 1:2\n1 x\n".getBytes(StandardCharsets.UTF_8)));
      DataException e =
          assertThrows(DataException.class, () -> DataReader.read(List.of("-"), PLAIN));
      assertEquals("standard input, line 2, column 3: no colon: 'x'", e.getMessage());
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldEndWhenInterrupted() throws Exception {
    Path file = Files.writeString(folder.resolve("data.svm"), lines(0, 1000));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> DataReader.read(names(file), PLAIN));
    assertFalse(Thread.interrupted());
  }

  @Test
  void shouldGiveUpWaitingWhenInterrupted() throws Exception {
    InputStream before = System.in;
    CountDownLatch reading = new CountDownLatch(1);
    try (PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in =
            new PipedInputStream(out) {
              @Override
              public synchronized int read(byte[] bytes, int from, int length) throws IOException {
                reading.countDown();
                return super.read(bytes, from, length);
              }
            }) {
      System.setIn(in);
      AtomicReference<Throwable> error = new AtomicReference<>();
      Thread reader = new Thread(() -> error.set(failure(List.of("-"))));
      reader.start();
      reading.await();
      reader.interrupt();
      reader.join();
      assertEquals(InterruptedException.class, error.get().getClass());
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldReadPipes() throws Exception {
    for (Packing packing : Packing.values()) {
      Path pipe = pipe(packing.name());
      byte[] bytes = packing.pack(lines(0, 5000));
      Thread writer = new Thread(() -> assertDoesNotThrow(() -> Files.write(pipe, bytes)));
      writer.start();
      assertEquals(rows(0, 5000), read(1000, PLAIN, pipe));
      writer.join();
    }
  }

  @Test
  void shouldGiveUpAPipeWhenInterrupted() throws Exception {
    Path pipe = pipe("pipe");
    try (RandomAccessFile writer = new RandomAccessFile(pipe.toFile(), "rw")) {
      writer.writeBytes(lines(0, 10)); // and nothing more
      AtomicReference<Throwable> error = new AtomicReference<>();
      Thread reader = new Thread(() -> error.set(failure(names(pipe))));
      reader.start();
      reader.interrupt();
      reader.join();
      assertEquals(InterruptedException.class, error.get().getClass());
    }
  }

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
    assertEquals(0, new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor());
    return pipe;
  }

  private static Throwable failure(List<String> inputs) {
    return assertThrows(Throwable.class, () -> DataReader.read(inputs, PLAIN));
  }

  @Test
  void shouldHandOnOtherFailures() throws Exception {
    Path file = Files.writeString(folder.resolve("data.svm"), lines(0, 10));
    Features features = new Features(0, List.of("  "));
    ReaderOptions options =
        new ReaderOptions(Optional.empty(), features, BadLines.FAIL, 2, "", true);
    assertThrows(IllegalArgumentException.class, () -> DataReader.read(names(file), options));
    assertThrows(IllegalArgumentException.class, () -> ReaderOptions.of(0));
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void shouldHandOnBlocksInOrder(Packing packing) throws Exception {
    Path file = Files.write(folder.resolve("data.svm"), packing.pack(lines(0, 20_000)));
    List<String> blocks = new ArrayList<>();
    DataReader reader = new DataReader(PLAIN, 10_000, 10_000);
    Report report = reader.stream(names(file, file), rows -> blocks.add(Parsing.describe(rows)));
    assertTrue(blocks.size() > 20, blocks.size() + " blocks");
    assertEquals(rows(0, 20_000) + "; " + rows(0, 20_000), String.join("; ", blocks));
    String name = file.toString();
    assertEquals(
        List.of(new Report.InputCount(name, 40_000, 0, Optional.empty())), report.inputs());
    assertEquals(Features.plain().learned(), report.features());
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void shouldKeepTheOrderOfFilesThatAreDecodedAtOnce(Packing packing) throws Exception {
    for (int i = 0; i < 20; i++) {
      String name = "part-%02d.svm".formatted(i);
      int from = 100 * i;
      Files.write(folder.resolve(name), packing.pack(lines(from, from + (i % 3 == 0 ? 100 : 3))));
    }
    Loaded alone = new DataReader(ReaderOptions.of(1), 100, 100).read(names(folder), 0, 1);
    Loaded together = new DataReader(ReaderOptions.of(4), 100, 100).read(names(folder), 0, 1);
    assertEquals(rows(alone), rows(together));
    assertEquals(7 * 100 + 13 * 3, together.rows());
    Path bad = folder.resolve("part-07.svm");
    Files.write(bad, packing.pack(lines(0, 50) + "1 z\n" + lines(0, 9)));
    Files.write(folder.resolve("part-08.svm"), packing.pack("1 y\n"));
    assertEquals(bad + ", line 51, column 3: no colon: 'z'", problem(PLAIN, folder));
    assertEquals(2, DataReader.read(names(folder), SKIPPING).badLines());
  }

  /** Else all of a file would be in memory. */
  @Test
  void shouldNotReadOnBeforeTheSinkHasReturned() throws Exception {
    List<Integer> given = new ArrayList<>();
    InputStream before = System.in;
    AtomicInteger texts = new AtomicInteger();
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            throw new AssertionError("byte by byte");
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            Arrays.fill(bytes, from, from + length, (byte) '\n');
            byte[] row = "1 1:1".getBytes(StandardCharsets.UTF_8);
            System.arraycopy(row, 0, bytes, from + 10, Math.min(row.length, length - 10));
            texts.incrementAndGet();
            return length;
          }
        };
    try {
      System.setIn(endless);
      IllegalStateException e =
          assertThrows(
              IllegalStateException.class,
              () ->
                  new DataReader(PLAIN, 1 << 16, 1 << 16)
                      .stream(
                          List.of("-"),
                          rows -> {
                            given.add(rows.size());
                            if (given.size() == 20) {
                              throw new IllegalStateException("enough");
                            }
                          }));
      assertEquals("enough", e.getMessage());
      assertTrue(texts.get() < 50, texts + " texts were read for 20");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldReadRowsWithoutLabelsIfNoneAreNeeded() throws Exception {
    Path libsvm = Files.writeString(folder.resolve("1"), "1:2 3:4\n5 1:2\n");
    Path vw = Files.writeString(folder.resolve("2"), "| 3:4\n'tag| 3:5\n2 | 3:6\n");
    ReaderOptions optional = PLAIN.withoutLabels();
    assertEquals("NaN 0:2 2:4; 5 0:2; NaN 3:4; NaN 3:5; 2 3:6", read(100, optional, libsvm, vw));
    String expected = ", line 1, column 1: no label: a line has to begin with a number";
    assertEquals(libsvm + expected, problem(PLAIN, libsvm));
    assertEquals(vw + expected, problem(PLAIN, vw));
    assertEquals(2, DataReader.read(names(vw), SKIPPING).badLines());
  }

  /** Row i has i % 4 entries. */
  private static String lines(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int row = from; row < to; row++) {
      text.append(row);
      for (int i = 0; i < row % 4; i++) {
        text.append(' ').append(row % 7 + 3 * i + 1).append(':').append(row - i);
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String rows(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int row = from; row < to; row++) {
      text.append(row == from ? "" : "; ").append(row);
      for (int i = 0; i < row % 4; i++) {
        text.append(' ').append(row % 7 + 3 * i).append(':').append(row - i);
      }
    }
    return text.toString();
  }

  private static String rows(Loaded loaded) {
    return Blocks.rows(loaded).stream().map(Parsing::describe).collect(Collectors.joining("; "));
  }

  private static String read(int bytes, ReaderOptions options, Path... files)
      throws InterruptedException {
    return rows(new DataReader(options, bytes, bytes).read(names(files), 0, 1));
  }

  private static String problem(ReaderOptions options, Path... files) {
    List<String> names = names(files);
    return assertThrows(DataException.class, () -> DataReader.read(names, options)).getMessage();
  }

  private static List<String> names(Path... files) {
    return Arrays.stream(files).map(Path::toString).toList();
  }

  /**
   * A table of 784 columns, cut in the middle of its lines; value of column c in row r: r c mod 7.
   */
  @ParameterizedTest
  @ValueSource(strings = {"0 1 2 3 4 5 6 7 8 9", "-3 7 12"})
  void shouldReadWideTablesOfSeveralClasses(String classes) throws Exception {
    String[] labels = classes.split(" ");
    int columns = 784;
    int size = 101;
    StringBuilder text = new StringBuilder("label");
    IntStream.range(0, columns).forEach(column -> text.append(",pixel").append(column));
    for (int row = 0; row < size; row++) {
      text.append('\n').append(labels[row % labels.length]);
      for (int column = 0; column < columns; column++) {
        text.append(',').append(row * column % 7);
      }
    }
    Path file = Files.writeString(folder.resolve("wide.csv"), text);
    for (int bytes : new int[] {1000, 1 << 16, 1 << 24}) {
      DataReader reader = new DataReader(ReaderOptions.of(2), bytes, bytes);
      int row = 0;
      for (SparseRows block : Blocks.rows(reader.read(List.of(file.toString()), 0, 1))) {
        for (int i = 0; i < block.size(); i++, row++) {
          assertEquals(Integer.parseInt(labels[row % labels.length]), block.label(i));
          int at = block.start(i);
          for (int column = 0; column < columns; column++) {
            if (row * column % 7 > 0) {
              assertEquals(column, block.indices()[at]);
              assertEquals(row * column % 7, block.values()[at++]);
            }
          }
          assertEquals(at, block.end(i));
        }
      }
      assertEquals(size, row);
    }
  }
}
