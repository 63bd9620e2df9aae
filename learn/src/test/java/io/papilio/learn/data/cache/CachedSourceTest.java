package io.papilio.learn.data.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.data.read.DataReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedSourceTest {
  private static final ReaderOptions PLAIN = ReaderOptions.of(2);

  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();
  private Path file;
  private String data;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("cache");
    data = Files.writeString(folder.resolve("data.svm"), "1 1:2 3:4\n-1 2:5\n").toString();
  }

  private Loaded read(ReaderOptions options, String... inputs) throws InterruptedException {
    log.clear();
    return new CachedSource(List.of(inputs), options, file, log::add).read(0, 1);
  }

  /** Reads with and without the cache, and says what is said meanwhile. */
  private String shouldRead(ReaderOptions options, String... inputs) throws InterruptedException {
    assertEquals(DataReader.read(List.of(inputs), options), read(options, inputs));
    return String.join("; ", log);
  }

  @Test
  void shouldParseOnce() throws Exception {
    String written = "the cache %s is written: 2 rows".formatted(file);
    assertEquals(written, shouldRead(PLAIN, data));
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
    String anew = "the cache %s is made anew: it is not of %s".formatted(file, path);
    assertTrue(shouldRead(PLAIN, data).startsWith(anew), log.toString());
    assertEquals("", shouldRead(PLAIN, data));
    Files.writeString(path, "1 1:2 3:4\n-1 2:55\n");
    Files.setLastModifiedTime(path, FileTime.fromMillis(123_456_789));
    assertTrue(shouldRead(PLAIN, data).startsWith(anew), log.toString());
    String more = Files.writeString(folder.resolve("more.svm"), "1 7:7\n").toString();
    assertTrue(shouldRead(PLAIN, data, more).contains("it is not of " + more), log.toString());
    assertTrue(shouldRead(PLAIN, more, data).contains("in this order"), log.toString());
    assertTrue(shouldRead(PLAIN, data).contains("these files alone"), log.toString());
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
    Files.writeString(file, "my thesis");
    DataException e = assertThrows(DataException.class, () -> read(PLAIN, data));
    assertEquals(file + ": is no cache of rows, so it is not overwritten", e.getMessage());
    assertEquals("my thesis", Files.readString(file));
    Files.writeString(file, "");
    shouldRead(PLAIN, data);
    e = assertThrows(DataException.class, () -> read(PLAIN, data, file.toString()));
    assertTrue(e.getMessage().contains("is the cache"), e.getMessage());
    e = assertThrows(DataException.class, () -> read(PLAIN, "-"));
    assertEquals("standard input: only files can be cached", e.getMessage());
  }

  @Test
  void shouldGoOnWithoutACacheThatCannotBeWritten() throws Exception {
    file = folder.resolve("none/cache");
    assertTrue(shouldRead(PLAIN, data).startsWith("the cache " + file + " cannot be written"));
  }

  @Test
  void shouldKeepTheRowsOfEachWorkerApart() throws Exception {
    List<Loaded> parsed = new ArrayList<>();
    for (int again = 0; again < 2; again++) {
      for (int worker = 0; worker < 2; worker++) {
        parsed.add(new CachedSource(List.of(data), PLAIN, file, log::add).read(worker, 2));
      }
    }
    assertEquals(parsed.subList(0, 2), parsed.subList(2, 4));
    assertEquals(List.of(1L, 1L, 1L, 1L), parsed.stream().map(Loaded::rows).toList());
    assertEquals(2, log.size(), log.toString());
    file = folder.resolve("cache.0-of-2");
    assertTrue(Files.exists(file));
    assertEquals(2, read(PLAIN, data).rows()); // all of them, whatever the name
    assertTrue(log.get(0).endsWith("is made anew: it is not of worker 0 of 1"), log.toString());
  }
}
