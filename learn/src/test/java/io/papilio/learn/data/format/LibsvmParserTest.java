package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibsvmParserTest {
  private final RowParser parser = new LibsvmParser(Features.plain(), true);

  @ParameterizedTest
  @CsvSource({
    "+1 1:0.5 7:2 102:-3e-2, 1 0:0.5 6:2 101:-0.03",
    "'\t-1   3:1\t4:2.5  ', -1 2:1 3:2.5",
    "2 5:1 # 6:2, 2 4:1",
    "3 5:7#6:2, 3 4:7",
    "4, 4",
    "5 # nothing, 5",
    "-2.5#, -2.5",
    "1 2147483647:3, 1 2147483646:3",
    "1 0000000002:3, 1 1:3",
    "0 4:0 5:6, 0 3:0 4:6",
    "-3.4028235e38 1:3.4028235e38, -3.4028235E38 0:3.4028235E38"
  })
  void shouldParse(String line, String row) throws BadLineException {
    assertEquals(row, Parsing.describe(Parsing.row(parser, line)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "1 0:5 = 3: index 0: the first index is 1",
        "1 2:5 -3:5 = 7: negative index: -3",
        "1 2:5 4:1 4:2 = 11: index 4 twice",
        "1 2:5 14:1 3:2 = 12: index 3 after 14: indices have to grow",
        "1 2:5 4:1 0:2 = 11: index 0: the first index is 1",
        "1 2147483648:5 = 3: index too large: 2147483648",
        "1 2:1 99999999999999999999:5 = 7: index too large: 99999999999999999999",
        "1 18446744073709551619:5 = 3: index too large: 18446744073709551619",
        "1 2:x = 5: not a number: 'x'",
        "1 2:5 33:4x5 6:1 = 10: not a number: '4x5'",
        "1 2: 3:4 = 5: not a number: ''",
        "1 2:3:4 = 5: not a number: '3:4'",
        "1 2:nan = 5: not finite: nan",
        "1 2:1 3:-Inf = 9: not finite: -Inf",
        "1 2:1e40 = 5: not finite: 1e40",
        "1 2:1 3 4:5 = 7: no colon: '3'",
        "1 2:1 34 = 7: no colon: '34'",
        "1 qid:7 2:1 = 3: not an index: 'qid'",
        "1 2x:7 = 3: not an index: '2x'",
        "1 :7 = 3: not an index: ''",
        "1 2147483647:1 2147483647:2 = 16: index 2147483647 twice",
        ":5 1:2 = 1: not a number: ':5'",
        "1:5 2:6 = 1: no label: a line has to begin with a number",
        "' 1:5 2:6' = 2: no label: a line has to begin with a number",
        "'  # all of it' = 3: no label: a line has to begin with a number",
        "yes 1:2 = 1: not a number: 'yes'",
        "NaN 1:2 = 1: not finite: NaN",
        "1,2 1:2 = 1: not a number: '1,2'",
        "' ' = 2: no label: a line has to begin with a number"
      })
  void shouldSayWhatIsWrong(String line, String problem) {
    assertEquals(problem, Parsing.problem(parser, line));
  }

  @ParameterizedTest
  @CsvSource({"1:0.5 7:2, NaN 0:0.5 6:2", "'  # all of it', NaN", "4 1:2, 4 0:2", "'', NaN"})
  void shouldDoWithoutALabelWhereNoneIsNeeded(String line, String row) throws BadLineException {
    RowParser predicting = new LibsvmParser(Features.plain(), false);
    assertEquals(row, Parsing.describe(Parsing.row(predicting, line)));
  }

  @Test
  void shouldKeepTheLastBitsOfIndices() throws BadLineException {
    RowParser hashing = new LibsvmParser(Features.hashed(3), true);
    assertEquals(
        "1 0:9 1:2 7:20", Parsing.describe(Parsing.row(hashing, "1 1:4 2:2 8:8 9:5 16:12")));
  }

  @Test
  void shouldAddProducts() throws BadLineException {
    RowParser squares = new LibsvmParser(new Features(20, List.of("  ")), true);
    SparseRows row = Parsing.row(squares, "1 1:2 2:3");
    int prime = 16_777_619 & (1 << 20) - 1;
    String expected = "1 0:6 1:9 %d:9".formatted(prime ^ 1);
    assertEquals(expected, Parsing.describe(row)); // 0: 2 + 2*2, 1: 3 + 2*3, 1x1: 3*3
  }

  @Test
  void shouldNotAddProductsWithoutBits() {
    Features features = new Features(0, List.of("  "));
    assertThrows(IllegalArgumentException.class, () -> new LibsvmParser(features, true));
  }
}
