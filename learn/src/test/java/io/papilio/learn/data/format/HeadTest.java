package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Features.Naming;
import io.papilio.learn.data.RowsBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadTest {
  private static final ReaderOptions OPTIONS = ReaderOptions.of(1);

  private static ReaderOptions as(Format format) {
    return new ReaderOptions(
        Optional.of(format), Features.plain(), ReaderOptions.BadLines.FAIL, 1, "", true);
  }

  private static Head read(String name, byte[] bytes, ReaderOptions options) throws IOException {
    return Head.read(new ByteArrayInputStream(bytes), name, options);
  }

  private static Head read(String name, String text) throws IOException {
    return read(name, text.getBytes(StandardCharsets.UTF_8), OPTIONS);
  }

  /**
   * Slashes are line ends, and a tilde is a byte order mark of three bytes. Last come the lines and
   * bytes before the first row, and whether there is one.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "some; 1 1:2/2 2:3; LIBSVM; 0 0 true",
        "some; ~1 1:2; LIBSVM; 0 3 true",
        "some; /# a/1 | b/; VW; 0 0 true",
        "a.vw; 1 1:2; VW; 0 0 true",
        "some; a,y/1,2/; CSV; 1 4 true",
        "some; a,y; CSV; 1 3 true",
        "some; ~# b//a,y/1,2/; CSV; 3 12 true",
        "some; # a/; LIBSVM; 0 0 false",
        "some; # a; LIBSVM; 0 0 false",
        "a.csv; /; CSV; 0 0 false",
        "some; ''; LIBSVM; 0 0 false"
      })
  void shouldSayHowAFileBegins(String name, String slashed, Format format, String before)
      throws IOException {
    String text = slashed.replace('/', '\n').replace('~', '\ufeff');
    Head head = read(name, text);
    assertEquals(format, head.format());
    assertEquals(
        before, "%d %d %s".formatted(head.linesBefore(), head.begun().from(), head.hasRows()));
    assertEquals(text.getBytes(StandardCharsets.UTF_8).length, head.begun().to());
    assertEquals(format == Format.CSV && head.hasRows(), head.columns().isPresent());
    assertEquals(head.columns().isPresent() ? "a,y" : "", head.header());
  }

  @Test
  void shouldFindTheFirstLineHoweverFarItIs() throws IOException {
    String comments = ("# comment" + "\n").repeat(30_000);
    byte[] bytes = (comments + "a,y\n1,2\n").getBytes(StandardCharsets.UTF_8);
    Head head = read("some", bytes, OPTIONS);
    assertEquals(Format.CSV, head.format());
    assertEquals(Optional.of(new Columns("y", List.of("a"))), head.columns());
    assertEquals(30_001, head.linesBefore());
    assertEquals(bytes.length - 4, head.begun().from());
  }

  @Test
  void shouldKnowImagesByWhatIsSaidThenByBytesThenByName() throws IOException {
    byte[] images = IdxFiles.images(2);
    byte[] line = {'1', ' ', '1', ':', '2'};
    assertTrue(Head.isIdx("some", images, images.length, OPTIONS));
    assertTrue(Head.isIdx("a.csv", images, images.length, OPTIONS));
    assertTrue(Head.isIdx("x-images-idx3-ubyte", line, line.length, OPTIONS));
    assertTrue(Head.isIdx("some", line, line.length, as(Format.IDX)));
    assertEquals(false, Head.isIdx("some", line, line.length, OPTIONS));
    assertEquals(false, Head.isIdx("a.csv", line, line.length, OPTIONS));
    assertEquals(false, Head.isIdx("x-images-idx3-ubyte", images, images.length, as(Format.VW)));
    Head head = read("some", images, OPTIONS);
    assertEquals(Format.IDX, head.format());
    assertTrue(head.hasRows());
    assertThrows(IllegalStateException.class, () -> head.parsers(OPTIONS).get());
  }

  @Test
  void shouldGiveTheWholeStreamAgain() throws IOException {
    byte[] bytes = new byte[100_000];
    Arrays.fill(bytes, (byte) '1');
    bytes[10] = '\n';
    ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
    Head head = Head.read(stream, "a.svm", OPTIONS);
    assertTrue(stream.available() > 0, "it reads no more than it has to");
    assertArrayEquals(bytes, head.before(stream).readAllBytes());
  }

  @Test
  void shouldSayWhatItCannotUse() {
    Exception e = assertThrows(DataException.class, () -> read("some", "hello world\n"));
    assertEquals("some: looks like none of the formats libsvm, vw, csv and idx", e.getMessage());
    e = assertThrows(DataException.class, () -> read("some", "# a\n\na,y,a\n"));
    assertEquals("some, line 3, column 5: column 'a' twice", e.getMessage());
  }

  @Test
  void shouldParseLinesOfItsFormat() throws Exception {
    assertEquals("1 0:2", parsed(read("some", "1 1:2\n"), OPTIONS, "1 1:2"));
    assertEquals("1 7:2", parsed(read("some", "1 | 7:2\n"), OPTIONS, "1 | 7:2"));
    assertEquals("1 0:2", parsed(read("some", "a,y\n"), OPTIONS, "2,1"));
    ReaderOptions unlabelled = OPTIONS.withoutLabels();
    assertEquals("NaN 0:2", parsed(read("some", "1 1:2\n"), unlabelled, "1:2"));
    assertEquals("NaN 7:2", parsed(read("some", "1 | 7:2\n"), unlabelled, "| 7:2"));
    assertEquals("NaN 0:2", parsed(read("some", "a,y\n"), unlabelled, "2,"));
    assertThrows(
        IllegalStateException.class, () -> Head.parser(Format.CSV, Optional.empty(), OPTIONS));
  }

  private static String parsed(Head head, ReaderOptions options, String line)
      throws BadLineException {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    RowsBuilder rows = new RowsBuilder();
    head.parsers(options).get().parse(bytes, 0, bytes.length, rows);
    return Parsing.describe(rows.build());
  }

  @Test
  void shouldRefuseFeaturesThatAreCalledOtherwise() throws IOException {
    Features indices = Features.plain().with(Naming.INDEX);
    Features columns = Features.plain().with(new Columns("y", List.of("a")));
    Head libsvm = read("some", "1 1:2\n");
    Head csv = read("some", "a,y\n");
    assertDoesNotThrow(() -> libsvm.require(Features.plain(), "file"));
    assertDoesNotThrow(() -> libsvm.require(indices, "file"));
    assertDoesNotThrow(() -> csv.require(columns, "file"));
    assertDoesNotThrow(
        () -> libsvm.require(columns, "file"), "that it lacks a header is said later");
    assertDoesNotThrow(() -> read("a.vw", "# none\n").require(indices, "file"));
    Exception e = assertThrows(IllegalArgumentException.class, () -> csv.require(indices, "file"));
    assertEquals(
        "file: has columns, and what was learned from has features by index:"
            + " they do not go together",
        e.getMessage());
  }
}
