package io.papilio.learn.data;

import static java.util.Arrays.stream;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.cache.CachedSource;
import io.papilio.learn.data.cache.RowStore;
import io.papilio.learn.data.format.IdxFiles;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.data.read.FileSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For every kind of input the rows of all workers are the rows of the input, each of them once. */
class SourceTest {
  private static final int MOST_WORKERS = 13;
  private static final int LARGE = 70_000; // rows of a file that is cut for 13 workers
  private static final int MEDIUM = 20_000; // and for a few
  private static final Charset UTF = StandardCharsets.UTF_8;
  private static final ReaderOptions OPTIONS = ReaderOptions.of(2);

  @TempDir static Path folder;

  private enum Kind {
    PLAIN {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return files(options, file("plain.svm", lines(0, LARGE, "\n").getBytes(UTF)));
      }
    },
    SEVERAL_PLAIN {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return files(
            options,
            file("one.svm", lines(0, 50, "\n").getBytes(UTF)),
            file("empty.svm", "\n# nothing\n".getBytes(UTF)),
            file("two.svm", lines(50, MEDIUM, "\n").getBytes(UTF)),
            file("three.svm", lines(0, 17, "\r\n").getBytes(UTF)));
      }
    },
    TINY {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return files(
            options,
            file("tiny.svm", ("\uFEFF# x\n\n" + lines(0, 20, "\n")).getBytes(UTF)),
            file("tinier.svm", lines(20, 23, "\n").getBytes(UTF)));
      }
    },
    BLANK_LINES_AND_NO_LAST_END {
      @Override
      Source source(ReaderOptions options) throws IOException {
        String text = lines(0, MEDIUM, "\r\n\r\n# c\n") + "7 1:1";
        return files(options, file("blank.svm", text.getBytes(UTF)));
      }
    },
    GZIP {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return files(options, file("one.svm.gz", gzip(lines(0, 3001, "\n"))));
      }
    },
    MANY_GZIP {
      @Override
      Source source(ReaderOptions options) throws IOException {
        List<String> files = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
          files.add(file("part-%d.gz".formatted(i), gzip(lines(i, i * 600, "\n"))));
        }
        return new FileSource(files, options, Loading.QUIET);
      }
    },
    BZIP2_AND_ZSTD {
      @Override
      Source source(ReaderOptions options) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(bytes, 1)) {
          out.write(lines(0, 701, "\n").getBytes(UTF));
        }
        ByteArrayOutputStream more = new ByteArrayOutputStream();
        try (OutputStream out = new ZstdOutputStream(more)) {
          out.write(lines(0, 503, "\n").getBytes(UTF));
        }
        return files(
            options, file("a.bz2", bytes.toByteArray()), file("b.zst", more.toByteArray()));
      }
    },
    PLAIN_BESIDE_GZIP {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return files(
            options,
            file("beside.svm", lines(0, MEDIUM, "\n").getBytes(UTF)),
            file("beside.svm.gz", gzip(lines(0, 1003, "\n"))));
      }
    },
    CSV {
      @Override
      Source source(ReaderOptions options) throws IOException {
        StringBuilder text = new StringBuilder();
        SplittableRandom random = new SplittableRandom(1);
        for (int row = 0; row < MEDIUM; row++) {
          text.append(row).append(',').append(row % 91).append(".5,").append(row % 7);
          text.append('\n').append(noise(random)).append('\n');
        }
        return files(
            options,
            file("b.csv", ("# first\ny,a,b\n" + text).getBytes(UTF)),
            file("a.csv", "b,a,y\n1,2,3\n4,5,6".getBytes(UTF)));
      }
    },
    MANY_CSV {
      @Override
      Source source(ReaderOptions options) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<String> files = new ArrayList<>();
        for (String header : List.of("y,a,b", "b,y,a", "a,b,y")) {
          StringBuilder text = new StringBuilder(header + "\n");
          for (int row = 0; row < 7_000; row++) {
            text.append(random.nextInt(1 << 24)).append(',').append(random.nextInt(1 << 20));
            text.append(",7\n").append(noise(random)).append('\n');
          }
          files.add(file("csv-%d.gz".formatted(files.size()), gzip(text.toString())));
        }
        return new FileSource(files, options, Loading.QUIET);
      }
    },
    TINY_CSV {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return files(
            options,
            file("1.csv", "y,a,b\n1,2,3\n4,5,6\n7,8,9\n".getBytes(UTF)),
            file("2.csv", "b,y,a\n1,2,3\n4,5,6".getBytes(UTF)));
      }
    },
    VW {
      @Override
      Source source(ReaderOptions options) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < MEDIUM; row++) {
          text.append(row % 3).append(" %d |a x y:%d |b z%d\n".formatted(row % 5 + 1, row, row));
        }
        return files(options, file("some.vw", text.toString().getBytes(UTF)));
      }
    },
    IMAGES {
      @Override
      Source source(ReaderOptions options) throws IOException {
        List<String> files = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
          file(name + "-labels-idx1-ubyte", IdxFiles.labels(5));
          files.add(file(name + "-images-idx3-ubyte", IdxFiles.images(5)));
        }
        return new FileSource(files, options, Loading.QUIET);
      }
    },
    CACHE {
      @Override
      Source source(ReaderOptions options) throws IOException {
        String data = file("cached.svm", lines(0, MEDIUM, "\n").getBytes(UTF));
        return new CachedSource(
            List.of(data),
            options,
            Files.createDirectories(folder.resolve("cache")),
            RowStore.Room.MEMORY,
            Loading.QUIET);
      }
    },
    MEMORY {
      @Override
      Source source(ReaderOptions options) throws IOException {
        Generator generator = new TopicGenerator(3);
        return Source.rows(
            List.of(
                generator.rows(0, 100),
                generator.rows(100, 0),
                generator.rows(100, 7),
                generator.rows(107, 1)));
      }
    },
    GENERATED {
      @Override
      Source source(ReaderOptions options) throws IOException {
        return Source.generated(new ClassesGenerator(5), 11, 5003);
      }
    };

    abstract Source source(ReaderOptions options) throws IOException;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldGiveEachRowToOneWorker(Kind kind) throws Exception {
    Source source = kind.source(OPTIONS);
    long[] all = rows(source.read(0, 1));
    Arrays.sort(all);
    Features features = source.read(0, 1).features();
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      long[] together = {};
      int most = 0;
      for (int worker = 0; worker < workers; worker++) {
        Loaded own = source.read(worker, workers);
        long[] rows = rows(own);
        assertEquals(own.rows(), own.report().inputs().stream().mapToLong(i -> i.rows()).sum());
        assertEquals(features, own.features());
        most = Math.max(most, rows.length);
        together = LongStream.concat(stream(together), stream(rows)).toArray();
      }
      Arrays.sort(together);
      assertArrayEquals(all, together, workers + " workers");
      boolean isWhole = kind == Kind.MANY_GZIP || kind == Kind.MANY_CSV;
      assertTrue(isWhole || most <= 1.2 * all.length / workers + 1, most + " of " + all.length);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldNotDependOnThreadsOrTime(Kind kind) throws Exception {
    Source alone = kind.source(ReaderOptions.of(1));
    Source threads = kind.source(ReaderOptions.of(5));
    for (int workers : new int[] {1, 2, 5}) {
      for (int worker = 0; worker < workers; worker++) {
        assertArrayEquals(rows(alone.read(worker, workers)), rows(threads.read(worker, workers)));
      }
    }
  }

  @Test
  void shouldTakeTurnsRowByRow() throws Exception {
    StringBuilder text = new StringBuilder();
    List<SparseRows> blocks = new ArrayList<>();
    int row = 0;
    for (int size : new int[] {5, 0, 1, 3, 8}) {
      RowsBuilder block = new RowsBuilder();
      for (int i = 0; i < size; i++) {
        text.append(row).append("\n\n");
        block.endRow(row++, 1);
      }
      blocks.add(block.build());
    }
    Source file = files(OPTIONS, file("turns.svm", text.toString().getBytes(UTF)));
    for (int workers = 1; workers <= MOST_WORKERS; workers++) {
      for (int worker = 0; worker < workers; worker++) {
        for (Source source : List.of(file, Source.rows(blocks))) {
          Shard own = Shard.of(source.read(worker, workers).blocks());
          for (int i = 0; i < own.size(); i++) {
            assertEquals(worker + i * workers, own.block(i).label(own.row(i)));
          }
        }
      }
    }
  }

  /** Files that are sorted by label give every worker all labels. */
  @Test
  void shouldDealOutSortedFiles() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 200_000; row++) {
      text.append(row < 100_000 ? 0 : 1).append(" 1:%d 7:1 9:3\n".formatted(row));
    }
    Source source = files(OPTIONS, file("sorted.svm", text.toString().getBytes(UTF)));
    for (int worker = 0; worker < 3; worker++) {
      Loaded own = source.read(worker, 3);
      double ones = 0;
      for (SparseRows block : Blocks.rows(own)) {
        ones += IntStream.range(0, block.size()).mapToDouble(block::label).sum();
      }
      assertEquals(0.5, ones / own.rows(), 0.02);
    }
  }

  @Test
  void shouldNameBadLinesByTheirNumberInTheFile() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    for (String header : List.of("", "\uFEFF# x\r\n\n")) {
      int line = random.nextInt(MEDIUM);
      String text = header + lines(0, line, "\n") + "1 2:x\n" + lines(0, MEDIUM - line, "\n");
      String file = file("bad.svm", text.getBytes(UTF));
      String zipped = file("bad.svm.gz", gzip(text));
      int number = line + 1 + (header.isEmpty() ? 0 : 2);
      for (String each : List.of(file, zipped)) {
        String expected = each + ", line " + number + ", column 5: not a number: 'x'";
        for (int workers : new int[] {1, 2, 7}) {
          shouldFindBadLine(each, workers, expected);
        }
      }
    }
  }

  private static void shouldFindBadLine(String file, int workers, String expected)
      throws InterruptedException {
    ReaderOptions skipping =
        new ReaderOptions(Optional.empty(), Features.plain(), BadLines.SKIP, 2, "", true);
    List<String> found = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      Loaded own = new FileSource(List.of(file), skipping, Loading.QUIET).read(worker, workers);
      if (own.badLines() > 0) {
        found.add(own.firstBadLine());
        Source failing = new FileSource(List.of(file), OPTIONS, Loading.QUIET);
        int finder = worker;
        DataException e = assertThrows(DataException.class, () -> failing.read(finder, workers));
        assertEquals(expected, e.getMessage());
      }
    }
    assertEquals(List.of(expected), found);
  }

  @Test
  void shouldTellWhatTheInputsHaveTogether() throws Exception {
    String some = file("some.svm", "1 1:1\nx\n2 1:1\n".getBytes(UTF));
    String none = file("none.svm", "\n".getBytes(UTF));
    String bad = file("worst.svm", "y\n\nz\n".getBytes(UTF));
    ReaderOptions skipping =
        new ReaderOptions(Optional.empty(), Features.plain(), BadLines.SKIP, 2, "", true);
    Source source = new FileSource(List.of(some, none, bad), skipping, Loading.QUIET);
    List<Report.InputCount> sums = new ArrayList<>(source.read(2, 3).report().inputs());
    for (int worker = 0; worker < 2; worker++) {
      List<Report.InputCount> more = source.read(worker, 3).report().inputs();
      IntStream.range(0, 3).forEach(i -> sums.set(i, sums.get(i).merge(more.get(i))));
    }
    assertEquals(source.read(0, 1).report().inputs(), sums);
    assertEquals(List.of(2L, 0L, 0L), sums.stream().map(Report.InputCount::rows).toList());
    DataException e = assertThrows(DataException.class, sums.get(1)::requireExamples);
    assertEquals(none + ": no examples", e.getMessage());
    e = assertThrows(DataException.class, sums.get(2)::requireExamples);
    String first = bad + ", line 1, column 1: not a number: 'y'";
    assertEquals(bad + ": no examples; bad is " + first, e.getMessage());
    sums.get(0).requireExamples();
  }

  @Test
  void shouldNotReadAStreamByHalves() {
    Source source = new FileSource(List.of("-"), OPTIONS, Loading.QUIET);
    DataException e = assertThrows(DataException.class, () -> source.read(0, 2));
    assertEquals("standard input: cannot be read by several workers: not a file", e.getMessage());
  }

  private static Source files(ReaderOptions options, String... files) {
    return new FileSource(List.of(files), options, Loading.QUIET);
  }

  private static String file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF));
    }
    return bytes.toByteArray();
  }

  /** Every row differs, so that none can stand for another; they do not compress well. */
  private static String lines(int from, int to, String end) {
    SplittableRandom random = new SplittableRandom(from);
    StringBuilder text = new StringBuilder();
    for (int row = from; row < to; row++) {
      text.append(row).append(" 1:").append(row);
      for (int i = 0; i < row % 4; i++) {
        int value = random.nextInt(1 << 20);
        text.append(' ').append(row % 7 + 300 * i + 2).append(':').append(value).append(".25");
      }
      text.append(noise(random)).append(end);
    }
    return text.toString();
  }

  /** A comment, which makes an input large that is parsed in no time. */
  private static String noise(SplittableRandom random) {
    byte[] bytes = new byte[120];
    random.nextBytes(bytes);
    return " # " + Base64.getEncoder().encodeToString(bytes);
  }

  /** A number for each row, most likely another one for another row. */
  private static long[] rows(Loaded loaded) {
    return Blocks.rows(loaded).stream().flatMapToLong(SourceTest::rows).toArray();
  }

  private static LongStream rows(SparseRows block) {
    return IntStream.range(0, block.size())
        .mapToLong(
            row -> {
              long hash = Float.floatToIntBits(block.label(row)) * 31L + (long) block.weight(row);
              for (int i = block.start(row); i < block.end(row); i++) {
                hash = hash * 0x5851F42D4C957F2DL + block.indices()[i];
                hash = hash * 0x5851F42D4C957F2DL + Float.floatToIntBits(block.values()[i]);
              }
              return hash;
            });
  }
}
