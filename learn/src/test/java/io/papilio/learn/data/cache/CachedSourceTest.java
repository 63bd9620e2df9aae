package io.papilio.learn.data.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.data.read.DataReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedSourceTest {
  private static final ReaderOptions PLAIN = ReaderOptions.of(2);

  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();
  private Path caches;
  private String data;

  @BeforeEach
  void write() throws IOException {
    caches = Files.createDirectory(folder.resolve("caches"));
    data = Files.writeString(folder.resolve("data.svm"), "1 1:2 3:4\n-1 2:5\n").toString();
  }

  private Loaded read(ReaderOptions options, String... inputs) throws InterruptedException {
    log.clear();
    return source(options, inputs).read(0, 1);
  }

  private CachedSource source(ReaderOptions options, String... inputs) {
    return new CachedSource(List.of(inputs), options, caches, RowStore.Room.MEMORY, log::add);
  }

  /** Reads with and without the cache, and says what is said meanwhile. */
  private String shouldRead(ReaderOptions options, String... inputs) throws InterruptedException {
    Loaded parsed = DataReader.read(List.of(inputs), options);
    Loaded loaded = read(options, inputs);
    assertEquals(hashes(parsed), hashes(loaded));
    assertEquals(parsed.report(), loaded.report());
    return String.join("; ", log);
  }

  private static List<Long> hashes(Loaded loaded) {
    return Blocks.rows(loaded).stream()
        .flatMap(rows -> IntStream.range(0, rows.size()).mapToObj(rows::hash))
        .toList();
  }

  /** The only file there is. */
  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(caches)) {
      List<Path> all = files.toList();
      assertEquals(1, all.size(), all.toString());
      return all.get(0);
    }
  }

  @Test
  void shouldParseOnce() throws Exception {
    String said = shouldRead(PLAIN, data);
    assertEquals("the cache %s is written: 2 rows".formatted(file()), said);
    assertEquals("", shouldRead(PLAIN, data));
    FileTime time = Files.getLastModifiedTime(Path.of(data));
    Files.writeString(Path.of(data), "9 9:9 8:8\n-1 2:5\n"); // as long as before, and bad
    Files.setLastModifiedTime(Path.of(data), time);
    assertEquals(2, read(PLAIN, data).rows());
  }

  @Test
  void shouldParseAgainWhatHasChanged() throws Exception {
    shouldRead(PLAIN, data);
    Path path = Path.of(data);
    Files.setLastModifiedTime(path, FileTime.fromMillis(123_456_789));
    String anew = "the cache %s is made anew: it is not of %s".formatted(file(), path);
    assertTrue(shouldRead(PLAIN, data).startsWith(anew), log.toString());
    assertEquals("", shouldRead(PLAIN, data));
    Files.writeString(path, "1 1:2 3:4\n-1 2:55\n");
    Files.setLastModifiedTime(path, FileTime.fromMillis(123_456_789));
    assertTrue(shouldRead(PLAIN, data).startsWith(anew), log.toString());
    String more = Files.writeString(folder.resolve("more.svm"), "1 7:7\n").toString();
    assertTrue(shouldRead(PLAIN, data, more).endsWith("is written: 3 rows"), log.toString());
    assertTrue(shouldRead(PLAIN, more, data).endsWith("is written: 3 rows"), log.toString());
    assertEquals("", shouldRead(PLAIN, data, more) + shouldRead(PLAIN, more, data));
    assertEquals("", shouldRead(PLAIN, data), "each has a file of its own");
  }

  @Test
  void shouldParseAgainForOtherOptions() throws Exception {
    Features hashed = Features.hashed(10);
    Optional<Format> vw = Optional.of(Format.LIBSVM);
    List<ReaderOptions> all =
        List.of(
            PLAIN,
            PLAIN.with(hashed),
            PLAIN.with(new Features(10, List.of("  "))),
            new ReaderOptions(vw, hashed, BadLines.FAIL, 2, "", true),
            new ReaderOptions(vw, hashed, BadLines.SKIP, 2, "", true),
            new ReaderOptions(vw, hashed, BadLines.SKIP, 2, "x", true));
    for (ReaderOptions options : all) {
      assertTrue(shouldRead(options, data).endsWith("is written: 2 rows"), log.toString());
      assertEquals("", shouldRead(options, data));
    }
    ReaderOptions threads = new ReaderOptions(vw, hashed, BadLines.SKIP, 1, "x", true);
    assertEquals("", shouldRead(threads, data));
  }

  @Test
  void shouldRememberColumnsAndBadLines() throws Exception {
    String csv = Files.writeString(folder.resolve("a.csv"), "a,y\n1,2\n1\n3,4\n").toString();
    ReaderOptions skipping =
        new ReaderOptions(Optional.empty(), Features.plain(), BadLines.SKIP, 2, "", true);
    shouldRead(skipping, csv);
    assertEquals("", shouldRead(skipping, csv));
    Loaded loaded = read(skipping, csv);
    assertEquals(1, loaded.badLines());
    assertEquals(csv + ", line 3, column 2: 1 fields instead of 2", loaded.firstBadLine());
    assertEquals(Optional.of(new Columns("y", List.of("a"))), loaded.features().columns());
  }

  @Test
  void shouldRememberHowNamesWereHashed() throws Exception {
    String vw = Files.writeString(folder.resolve("a.vw"), "1 | sun\n").toString();
    shouldRead(PLAIN, vw);
    assertEquals("", shouldRead(PLAIN, vw));
    assertEquals(18, read(PLAIN, vw).features().bits());
  }

  @Test
  void shouldNotTrustADamagedFile() throws Exception {
    shouldRead(PLAIN, data);
    Path file = file();
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 8; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      Files.write(file, damaged);
      String said = shouldRead(PLAIN, data);
      assertTrue(said.startsWith("the cache is made anew: " + file + ": "), at + ": " + said);
      assertTrue(said.endsWith("is written: 2 rows"), at + ": " + said);
    }
  }

  @Test
  void shouldNotOverwriteWhatIsNoCache() throws Exception {
    shouldRead(PLAIN, data);
    Path file = Files.writeString(file(), "my thesis");
    DataException e = assertThrows(DataException.class, () -> read(PLAIN, data));
    assertEquals(file + ": is no cache of rows, so it is not overwritten", e.getMessage());
    assertEquals("my thesis", Files.readString(file));
    Files.writeString(file, "");
    shouldRead(PLAIN, data);
    e = assertThrows(DataException.class, () -> read(PLAIN, "-"));
    assertEquals("standard input: only files can be cached", e.getMessage());
  }

  @Test
  void shouldGoOnWithoutACacheThatCannotBeWritten() throws Exception {
    caches = Path.of(data); // where no folder can be
    assertTrue(shouldRead(PLAIN, data).startsWith("the cache " + caches), log.toString());
    assertTrue(log.get(0).contains("cannot be written"), log.toString());
  }

  @Test
  void shouldKeepTheRowsOfEachWorkerApart() throws Exception {
    List<Loaded> parsed = new ArrayList<>();
    for (int again = 0; again < 2; again++) {
      for (int worker = 0; worker < 2; worker++) {
        parsed.add(source(PLAIN, data).read(worker, 2));
      }
    }
    for (int worker = 0; worker < 2; worker++) {
      assertEquals(Blocks.rows(parsed.get(worker)), Blocks.rows(parsed.get(worker + 2)));
    }
    assertEquals(List.of(1L, 1L, 1L, 1L), parsed.stream().map(Loaded::rows).toList());
    assertEquals(2, log.size(), log.toString());
  }

  /** What does not fit in memory is read from the cache, also while that is made. */
  @Test
  void shouldReadWhatDoesNotFitInMemory() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 3 * 4096; row++) {
      text.append(row % 2).append(" 1:").append(row).append('\n');
    }
    Files.writeString(Path.of(data), text);
    long memory = RowBlock.bytes(4096, 4096);
    for (int again = 0; again < 2; again++) {
      RowStore.Room room = new RowStore.Room(memory, caches);
      List<RowBlock> blocks =
          new CachedSource(List.of(data), PLAIN, caches, room, log::add).read(0, 1).blocks();
      file(); // and no other
      assertEquals(3, blocks.size());
      assertSame(blocks.get(0), blocks.get(0).rows());
      assertNotSame(blocks.get(1).rows(), blocks.get(1).rows());
      for (int block = 0; block < 3; block++) {
        for (int row = 0; row < 4096; row++) {
          float value = blocks.get(block).rows().values()[blocks.get(block).rows().start(row)];
          assertEquals(4096 * block + row, value);
        }
      }
    }
    assertEquals(2, log.stream().filter(note -> note.contains("stay on the disk")).count());
  }

  @Test
  void shouldRefuseWhatIsNoFolder() throws Exception {
    caches = folder.resolve("new");
    CachedSource.requireWritable(caches);
    assertFalse(Files.exists(caches), "a command that is refused leaves nothing");
    shouldRead(PLAIN, data);
    file();
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> CachedSource.requireWritable(Path.of(data)));
    assertEquals(data + " is a file: a cache is a folder", e.getMessage());
    assertThrows(
        NoSuchFileException.class, () -> CachedSource.requireWritable(folder.resolve("no/way")));
  }
}
