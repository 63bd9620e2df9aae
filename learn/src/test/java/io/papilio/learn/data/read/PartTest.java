package io.papilio.learn.data.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.format.Parsing;
import io.papilio.learn.data.format.Text;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartTest {
  private static final String BEFORE = "9 9:9\n9\n";
  private static final String LINES =
      "# some\n1 1:1\n\n2 2:2 x\r\n3 3:3\n4 4:4 4:4\n5 5:5\r\n6 6:6";
  private static final Part.Choice FAIL = new Part.Choice(false, 0, 1);
  private static final Part.Choice SKIP = new Part.Choice(true, 0, 1);

  /** The lines in the middle of an array, as a part of a file that begins at this offset. */
  private static Text text(String lines, long offset) {
    byte[] bytes = (BEFORE + lines + "\n7 7:7\n").getBytes(StandardCharsets.UTF_8);
    int to = BEFORE.length() + lines.length();
    return new Text(bytes, BEFORE.length(), to, offset, Text.UNKNOWN);
  }

  private static Part parse(Text text, RowsBuilder rows, Part.Choice choice) {
    return Part.parse(text, Parsing.libsvm(), rows, choice);
  }

  @Test
  void shouldStopAtTheFirstBadLine() {
    RowsBuilder rows = new RowsBuilder();
    Part part = parse(text(LINES, 1000), rows, FAIL);
    assertEquals(new Part(4, 1, Optional.of(bad(4, 1000 + LINES.indexOf("2 2:2")))), part);
    assertEquals("1 0:1", Parsing.describe(rows.build()));
  }

  private static Part.BadLine bad(long line, long offset) {
    return new Part.BadLine(line, offset, 7, "no colon: 'x'");
  }

  @Test
  void shouldGoOnAfterBadLinesAndKeepNothingOfThem() {
    RowsBuilder rows = new RowsBuilder();
    Part part = parse(text(LINES, 0), rows, SKIP);
    assertEquals(new Part(8, 2, Optional.of(bad(4, LINES.indexOf("2 2:2")))), part);
    assertEquals("1 0:1; 3 2:3; 5 4:5; 6 5:6", Parsing.describe(rows.build()));
  }

  @Test
  void shouldNotMakeUpOffsetsInAStream() {
    Part part = parse(text(LINES, Text.UNKNOWN), new RowsBuilder(), FAIL);
    assertEquals(Optional.of(bad(4, Text.UNKNOWN)), part.firstBad());
  }

  @Test
  void shouldCountLinesWithoutRows() {
    for (String lines : new String[] {"", "\n", "#\n\n \t\r\n", "#"}) {
      RowsBuilder rows = new RowsBuilder();
      int count = (int) lines.lines().count();
      assertEquals(new Part(count, 0, Optional.empty()), parse(text(lines, 0), rows, FAIL));
      assertEquals(0, rows.size());
    }
  }

  /** Lines without rows take no turn, bad ones do. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 1, 1 0:1; 3 2:3; 5 4:5; 6 5:6",
    "0, 0, 2, 1 0:1; 3 2:3; 5 4:5",
    "0, 1, 2, 6 5:6",
    "1, 0, 2, 6 5:6",
    "1, 1, 2, 1 0:1; 3 2:3; 5 4:5",
    "0, 2, 5, 3 2:3",
    "8, 2, 5, 5 4:5",
    "0, 6, 7, ''"
  })
  void shouldParseTheRowsWhoseTurnItIs(long first, int worker, int workers, String expected) {
    RowsBuilder rows = new RowsBuilder();
    Part part =
        parse(text(LINES, 0).dealtFrom(first), rows, new Part.Choice(true, worker, workers));
    assertEquals(8, part.lines());
    assertEquals(expected, Parsing.describe(rows.build()));
  }

  @Test
  void shouldEndEarlyIfInterrupted() {
    Thread.currentThread().interrupt();
    Part part = parse(text(LINES, 0), new RowsBuilder(), SKIP);
    assertEquals(true, Thread.interrupted());
    assertEquals(1, part.lines());
  }
}
