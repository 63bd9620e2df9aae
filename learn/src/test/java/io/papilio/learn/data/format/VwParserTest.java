package io.papilio.learn.data.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VwParserTest {
  private static final int PRIME = 16_777_619;

  private final RowParser parser = new VwParser(Features.hashed(24), true);
  private final Map<Integer, Integer> expected = new TreeMap<>();

  @Test
  void shouldHashFeaturesWithTheirNamespace() throws BadLineException {
    expect(hash("age", hash("user", 0)), 33);
    expect(7 + hash("user", 0), 2);
    expect(hash("cat", hash("word", 0)), 1);
    expect(hash("cat", 0), 5);
    expect(11, 4);
    shouldGive("1", "1 |user age:33 7:2 |word cat | cat:5 11:4");
  }

  @Test
  void shouldMultiplyByTheScaleOfItsNamespace() throws BadLineException {
    expect(hash("x", hash("a", 0)), 6);
    expect(hash("y", hash("a", 0)), 2);
    expect(hash("x", hash("b", 0)), 3);
    shouldGive("-1", "-1 |a:2 x:3 y |b x:3");
  }

  @Test
  void shouldAddWhatFallsOnOneIndex() throws BadLineException {
    expect(hash("x", 0), 12);
    expect(3, 9);
    shouldGive("1", "1 | x:5 3:2 x:7 3:7");
  }

  @Test
  void shouldCutOffHigherBits() throws BadLineException {
    RowParser small = new VwParser(Features.hashed(4), true);
    assertEquals("1 2:3 3:4", Parsing.describe(Parsing.row(small, "1 | 18:3 35:4")));
    RowParser byDefault = new VwParser(Features.plain(), true);
    assertEquals("1 5:3", Parsing.describe(Parsing.row(byDefault, "1 | 262149:3")));
  }

  @Test
  void shouldCountFeaturesWithoutNames() throws BadLineException {
    shouldGiveIndices("1 0:7 1:8 5:2", "1 | :7 :8 5:2");
    shouldGiveIndices("1 3:7 4:8", "1 |3 :7 :8");
  }

  @ParameterizedTest
  @CsvSource({
    "1 2.5 | 3, 1*2.5 3:1",
    "1 2 0.5 | 3, 1*2 3:1",
    "1 2 0.5 'tag| 3, 1*2 3:1",
    "1 2 0.5 'tag | 3, 1*2 3:1",
    "1 'tag| 3, 1 3:1",
    "1 4 tag| 3, 1*4 3:1",
    "1 0 | 3, 1*0 3:1",
    "-7.5, -7.5",
    "1 2, 1*2",
    "1 |, 1",
    "1 | 3:0 4:1, 1 4:1",
    "1 | 3|4 5:2, 1 3:1 9:2",
    "'\t1\t|\t3:2\t', 1 3:2"
  })
  void shouldParse(String line, String row) throws BadLineException {
    shouldGiveIndices(row, line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "|a b = 1: no label: a line has to begin with a number",
        "'  | 3' = 1: no label: a line has to begin with a number",
        "1| 3 = 1: no label: what touches the bar is a tag, put a space between",
        "yes | 3 = 1: label is not a number: 'yes'",
        "1 much | 3 = 3: importance is not a number: 'much'",
        "1 -2 | 3 = 3: negative importance: -2.0",
        "1 2 x | 3 = 5: initial prediction is not a number: 'x'",
        "1 2 3 4 | 3 = 7: neither a tag nor a bar",
        "1 | 3:x = 7: value is not a number: 'x'",
        "1 | 3 44:nan 5 = 10: value is not finite: nan",
        "1 | 3:4:5 = 7: value is not a number: '4:5'",
        "1 |a:z 3 = 6: scale is not a number: 'z'",
        "1 |a:1e30 3 44:1e30 = 13: not finite with the scale 1.0E30"
      })
  void shouldSayWhatIsWrong(String line, String problem) {
    assertEquals(problem, Parsing.problem(parser, line));
  }

  @Test
  void shouldNotTakeATagForALabel() {
    assertEquals(
        "1: no label: a line has to begin with a number", Parsing.problem(parser, "'7| 3"));
  }

  @Test
  void shouldMultiplyFeaturesOfTwoNamespaces() throws BadLineException {
    RowParser crossing = new VwParser(new Features(24, List.of("ab")), true);
    int a = hash("apple", 0);
    int b = hash("b", 0);
    expect(1 + a, 2);
    expect(2 + a, 3);
    expect(4 + b, 5);
    expect(9, 7);
    expect(PRIME * mask(1 + a) ^ mask(4 + b), 10);
    expect(PRIME * mask(2 + a) ^ mask(4 + b), 15);
    assertEquals(
        "1" + entries(), Parsing.describe(Parsing.row(crossing, "1 |b 4:5 |apple 1:2 2:3 | 9:7")));
    assertEquals("1 3:1", Parsing.describe(Parsing.row(crossing, "1 | 3")));
  }

  /** Each pair once; namespaces with the same letter are one. */
  @Test
  void shouldMultiplyFeaturesOfOneLetter() throws BadLineException {
    RowParser crossing = new VwParser(new Features(24, List.of("aa")), true);
    int first = 1 + hash("a1", 0);
    int second = 1 + hash("a2", 0);
    expect(first, 2);
    expect(second, 3);
    expect(PRIME * mask(first) ^ mask(first), 4);
    expect(PRIME * mask(first) ^ mask(second), 6);
    expect(PRIME * mask(second) ^ mask(second), 9);
    assertEquals("1" + entries(), Parsing.describe(Parsing.row(crossing, "1 |a1 1:2 |a2 1:3")));
  }

  @Test
  void shouldCallTheNamespaceWithoutANameASpace() throws BadLineException {
    RowParser crossing = new VwParser(new Features(24, List.of(" a")), true);
    int a = 4 + hash("a", 0);
    expect(3, 2);
    expect(a, 5);
    expect(PRIME * 3 ^ mask(a), 10);
    assertEquals("1" + entries(), Parsing.describe(Parsing.row(crossing, "1 |\t3:2 |a 4:5")));
    assertEquals("1" + entries(), Parsing.describe(Parsing.row(crossing, "1 | 3:2 |a 4:5 |")));
  }

  @Test
  void shouldMultiplyAllFeaturesOfALongRow() throws BadLineException {
    RowParser crossing = new VwParser(new Features(24, List.of("ab")), true);
    String numbers =
        IntStream.rangeClosed(1, 255).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    SparseRows row = Parsing.row(crossing, "1 |a " + numbers + " |b 1 2");
    assertEquals(255 + 2 + 255 * 2, row.entries());
  }

  @Test
  void shouldNotMultiplyFeaturesOfTheRowBefore() throws BadLineException {
    RowParser crossing = new VwParser(new Features(24, List.of("ab")), true);
    SparseRows rows = Parsing.rows(crossing, "1 |a 1 2 3", "1 |b 1", "1 |b 1 2 3", "1 |a 1");
    assertEquals(3 + 1 + 3 + 1, rows.entries());
  }

  @Test
  void shouldNotMultiplyFeaturesOfABadRowBefore() throws BadLineException {
    RowParser crossing = new VwParser(new Features(24, List.of("ab")), true);
    RowsBuilder rows = new RowsBuilder();
    byte[] bad = "1 |a 1 2 3 |c 4:x".getBytes(StandardCharsets.UTF_8);
    byte[] good = "1 |b 1".getBytes(StandardCharsets.UTF_8);
    assertThrows(BadLineException.class, () -> crossing.parse(bad, 0, bad.length, rows));
    rows.dropRow();
    crossing.parse(good, 0, good.length, rows);
    assertEquals(1, rows.build().entries());
  }

  private void shouldGive(String label, String line) throws BadLineException {
    assertEquals(label + entries(), Parsing.describe(Parsing.row(parser, line)));
  }

  private void shouldGiveIndices(String row, String line) throws BadLineException {
    assertEquals(row, Parsing.describe(Parsing.row(parser, line)));
  }

  private void expect(int index, int value) {
    expected.merge(mask(index), value, Integer::sum);
  }

  private String entries() {
    return expected.entrySet().stream()
        .map(each -> " " + each.getKey() + ":" + each.getValue())
        .collect(Collectors.joining());
  }

  private static int mask(int index) {
    return index & (1 << 24) - 1;
  }

  private static int hash(String text, int seed) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return MurmurHash3.hash32x86(bytes, 0, bytes.length, seed);
  }
}
