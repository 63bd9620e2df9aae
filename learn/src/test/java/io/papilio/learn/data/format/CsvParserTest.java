package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvParserTest {
  private static final CsvHeader HEADER = new CsvHeader(List.of("a", "y", "b", "c"), 1);

  @TempDir private Path folder;

  private final RowParser parser = new CsvParser(HEADER, Features.plain(), true);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2,1,3,4; 1 0:2 1:3 2:4",
        "2,-1,,4; -1 0:2 2:4",
        "0,1,0.0,4.5; 1 2:4.5",
        ",7,,; 7",
        "' 2 ,\t1, 3,4 '; 1 0:2 1:3 2:4",
        "2,1, ,4; 1 0:2 2:4",
        "\"2\",\"1\",3,\"4e1\"; 1 0:2 1:3 2:40",
        "2,\"1\" , \"3\" ,\"\"; 1 0:2 1:3"
      })
  void shouldParseNumbers(String line, String row) throws BadLineException {
    assertEquals(row, Parsing.describe(Parsing.row(parser, line)));
  }

  @Test
  void shouldNotKeepWhatTheRowBeforeHad() throws BadLineException {
    SparseRows rows = Parsing.rows(parser, "2,1,3,4", ",1,,", "0,1,5,");
    assertEquals("1 0:2 1:3 2:4; 1; 1 1:5", Parsing.describe(rows));
  }

  @Test
  void shouldHashText() throws BadLineException {
    RowParser hashing = new CsvParser(HEADER, Features.hashed(24), true);
    assertEquals(
        "5 0:2 %d:1".formatted(hash("b=red")),
        Parsing.describe(Parsing.row(hashing, "2,5, red ,")));
    assertEquals(
        "5 1:2 %d:1".formatted(hash("c=a, \"b\" ")),
        Parsing.describe(Parsing.row(hashing, "0,5,2,\"a, \"\"b\"\" \"")));
  }

  @Test
  void shouldParseFieldsOfAnyLength() throws BadLineException {
    RowParser hashing = new CsvParser(HEADER, Features.hashed(24), true);
    String text = "0123456789 \"\",".repeat(1000);
    assertEquals(
        "5 %d:1".formatted(hash("a=" + text.replace("\"\"", "\""))),
        Parsing.describe(Parsing.row(hashing, "\"" + text + "\",5,,")));
  }

  private static int hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return MurmurHash3.hash32x86(bytes, 0, bytes.length, 0) & (1 << 24) - 1;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2,1,3; 6: 3 fields instead of 4",
        "2,1,3,4,5; 9: more fields than the 4 columns",
        "2,1,3,4,; 9: more fields than the 4 columns",
        "2,,3,4; 3: no label: a number was expected",
        "2,yes,3,4; 3: not a number: 'yes'",
        "2,nan,3,4; 3: not finite: nan",
        "2,1,red,4; 5: not a number: 'red', and text has to be hashed",
        "2,1,3x,4; 5: not a number: '3x', and text has to be hashed",
        "2,1,\"3,4; 5: a quote that is not closed",
        "2,1,\"3\"\",4; 5: a quote that is not closed",
        "2,1,3,\"; 7: a quote that is not closed",
        "2,1,\"3\"x,4; 8: text after a closing quote",
        "2,1,3, NaN; 8: not finite: NaN",
        "2,1,1e39,4; 5: not finite: 1e39"
      })
  void shouldSayWhatIsWrong(String line, String problem) {
    assertEquals(problem, Parsing.problem(parser, line));
  }

  @Test
  void shouldNotHashWhatIsNotFinite() {
    RowParser hashing = new CsvParser(HEADER, Features.hashed(24), true);
    assertEquals("5: not finite: -inf", Parsing.problem(hashing, "2,1,-inf,4"));
  }

  @Test
  void shouldAddProducts() throws BadLineException {
    RowParser crossing = new CsvParser(HEADER, new Features(24, List.of("  ")), true);
    int prime = 16_777_619 & (1 << 24) - 1;
    assertEquals(
        "1 0:6 1:9 %d:9".formatted(prime ^ 1),
        Parsing.describe(Parsing.row(crossing, "2,1,3,0"))); // 2 + 2*2, 3 + 2*3, 3*3
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a,b,label; ''; 2",
        "label,a,y; ''; 0",
        "y,Target,b; ''; 1",
        "a,Y,b; ''; 1",
        "a,b,c; ''; 0",
        "a,label,c; c; 2",
        "a,\"x, \"\"y\"\"\",c; x, \"y\"; 1"
      })
  void shouldFindTheLabel(String line, String column, int label) throws BadLineException {
    assertEquals(label, header(line, column).label());
    assertEquals(3, header(line, column).names().size());
  }

  @Test
  void shouldSayWhichColumnsThereAre() {
    DataException e = assertThrows(DataException.class, () -> header("a, b,c", "d"));
    assertEquals("some.csv: no column 'd', but a, b, c", e.getMessage());
  }

  @Test
  void shouldReadByTheNamesOfKnownColumns() throws BadLineException {
    Features known = Features.hashed(24).with(new Columns("y", List.of("a", "b", "c")));
    RowParser mixed = new CsvParser(new CsvHeader(List.of("c", "b", "y", "a"), 2), known, true);
    assertEquals("1 0:2 1:3 2:4", Parsing.describe(Parsing.row(mixed, "4,3,1,2")));
    assertEquals(
        "1 0:2 %d:1".formatted(hash("b=red")), Parsing.describe(Parsing.row(mixed, "0,red,1,2")));
  }

  @Test
  void shouldAddTheSameProductsWhateverTheOrder() throws BadLineException {
    Features known =
        new Features(24, List.of("  "), Optional.of(new Columns("y", List.of("a", "b", "c"))));
    RowParser crossing = new CsvParser(HEADER, known, true);
    RowParser mixed = new CsvParser(new CsvHeader(List.of("b", "c", "a", "y"), 3), known, true);
    assertEquals(Parsing.row(crossing, "2,1,3,red"), Parsing.row(mixed, "3,red,2,1"));
  }

  @Test
  void shouldReadRowsWithoutLabels() throws BadLineException {
    Features known = Features.plain().with(new Columns("y", List.of("a", "b")));
    RowParser none = new CsvParser(new CsvHeader(List.of("b", "a"), CsvHeader.NONE), known, false);
    assertEquals("NaN 0:2 1:3", Parsing.describe(Parsing.row(none, "3,2")));
    RowParser some = new CsvParser(new CsvHeader(List.of("y", "a", "b"), 0), known, false);
    assertEquals("NaN 0:2 1:3", Parsing.describe(Parsing.row(some, ",2,3")));
    assertEquals("7 0:2 1:3", Parsing.describe(Parsing.row(some, "7,2,3")));
    assertEquals("1: not a number: 'x'", Parsing.problem(some, "x,2,3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "b,y,a; 1; ''",
        "a,b; -1; no column 'y', but a, b",
        "y,a; 0; lacks columns: b",
        "y,c,d; 0; lacks columns: a, b",
        "d,a,y,b,c; 2; has columns that were not learned from: d, c",
        "a,y,target; 0; lacks columns: b"
      })
  void shouldCheckKnownColumns(String line, int label, String problem) throws BadLineException {
    ReaderOptions needed =
        options("").with(Features.plain().with(new Columns("y", List.of("a", "b"))));
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    if (problem.isEmpty()) {
      assertEquals(label, CsvHeader.of("some.csv", bytes, needed).label());
    } else {
      DataException e =
          assertThrows(DataException.class, () -> CsvHeader.of("some.csv", bytes, needed));
      assertEquals("some.csv: " + problem, e.getMessage());
    }
  }

  @Test
  void shouldDoWithoutALabelColumnIfColumnsAreKnown() throws BadLineException {
    byte[] line = "b,a".getBytes(StandardCharsets.UTF_8);
    ReaderOptions unknown = options("").withoutLabels();
    ReaderOptions known = unknown.with(Features.plain().with(new Columns("y", List.of("a", "b"))));
    assertEquals(CsvHeader.NONE, CsvHeader.of("some.csv", line, known).label());
    DataException e =
        assertThrows(DataException.class, () -> CsvHeader.of("some.csv", line, unknown));
    assertTrue(e.getMessage().contains("say which one is the label"), e.getMessage());
  }

  @Test
  void shouldRefuseAColumnThatIsThereTwice() {
    BadLineException e = assertThrows(BadLineException.class, () -> header("a,y, a", ""));
    assertEquals("column 'a' twice", e.getMessage());
    assertEquals(6, e.column());
  }

  private static ReaderOptions options(String labelColumn) {
    return new ReaderOptions(
        Optional.empty(), Features.plain(), ReaderOptions.BadLines.FAIL, 1, labelColumn, true);
  }

  private static CsvHeader header(String line, String column) throws BadLineException {
    return CsvHeader.of("some.csv", line.getBytes(StandardCharsets.UTF_8), options(column));
  }
}
