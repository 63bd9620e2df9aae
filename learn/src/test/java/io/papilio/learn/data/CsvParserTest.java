package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvParserTest {
  private static final CsvHeader HEADER = new CsvHeader(List.of("a", "y", "b", "c"), 1);

  private final RowParser parser = new CsvParser(HEADER, Features.plain());

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2,1,3,4; 1 0:2 1:3 2:4",
        "2,-1,,4; -1 0:2 2:4",
        "0,1,0.0,4.5; 1 2:4.5",
        ",7,,; 7",
        "' 2 ,\t1, 3,4 '; 1 0:2 1:3 2:4",
        "\"2\",\"1\",3,\"4e1\"; 1 0:2 1:3 2:40",
        "2,\"1\" , \"3\" ,\"\"; 1 0:2 1:3"
      })
  void shouldParseNumbers(String line, String row) throws BadLineException {
    assertEquals(row, Parsing.describe(Parsing.row(parser, line)));
  }

  @Test
  void shouldHashText() throws BadLineException {
    RowParser hashing = new CsvParser(HEADER, Features.hashed(24));
    assertEquals(
        "5 0:2 %d:1".formatted(hash("b=red")),
        Parsing.describe(Parsing.row(hashing, "2,5, red ,")));
    assertEquals(
        "5 1:2 %d:1".formatted(hash("c=a, \"b\" ")),
        Parsing.describe(Parsing.row(hashing, "0,5,2,\"a, \"\"b\"\" \"")));
  }

  @Test
  void shouldParseFieldsOfAnyLength() throws BadLineException {
    RowParser hashing = new CsvParser(HEADER, Features.hashed(24));
    String text = "0123456789 \"\",".repeat(1000);
    assertEquals(
        "5 %d:1".formatted(hash("a=" + text.replace("\"\"", "\""))),
        Parsing.describe(Parsing.row(hashing, "\"" + text + "\",5,,")));
  }

  private static int hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Murmur3.hash(bytes, 0, bytes.length, 0) & (1 << 24) - 1;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2,1,3; 6: 3 fields instead of 4",
        "2,1,3,4,5; 9: more fields than the 4 columns",
        "2,1,3,4,; 9: more fields than the 4 columns",
        "2,,3,4; 3: no label",
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
    RowParser hashing = new CsvParser(HEADER, Features.hashed(24));
    assertEquals("5: not finite: -inf", Parsing.problem(hashing, "2,1,-inf,4"));
  }

  @Test
  void shouldAddProducts() throws BadLineException {
    RowParser crossing = new CsvParser(HEADER, new Features(24, List.of("  ")));
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

  private static CsvHeader header(String line, String column) throws BadLineException {
    return CsvHeader.of("some.csv", line.getBytes(StandardCharsets.UTF_8), column);
  }
}
