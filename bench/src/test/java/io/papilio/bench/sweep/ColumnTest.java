package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTest {
  private static final List<Map<String, Object>> FIRST =
      List.of(
          Map.of("time", 2.0, "curve", List.of(1.0, 4.0)),
          Map.of("time", Double.NaN, "curve", List.of(1.0, 4.0)),
          Map.of("time", 8.0));

  private static final List<Map<String, Object>> SECOND =
      List.of(
          Map.of("time", 5, "curve", List.of(1.0, 5.0), "name", "b"),
          Map.of("time", 3, "name", "a"));

  @ParameterizedTest
  @CsvSource({
    "time, 5, 4",
    "min time, 2, 3",
    "max time, 8, 5",
    "count time, 2, 2",
    "above time, 0, 0.5",
    "off curve, 0, 0.25",
    "name, –, 'a, b'",
    "other, –, –"
  })
  void shouldSayWhatRoundsSayTogether(String column, String first, String second) {
    List<List<Map<String, Object>>> all = List.of(FIRST, SECOND);
    assertEquals(first, Column.of(column).text(FIRST, all));
    assertEquals(second, Column.of(column).text(SECOND, all));
  }

  @Test
  void shouldHaveTitlesInWords() {
    assertEquals("examples to", Column.of("examplesTo").title());
    assertEquals("best micros", Column.of("min minMicros").title());
    assertEquals("off curve", Column.of("off curve").title());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean time", "min time micros"})
  void shouldRefuseOtherWords(String text) {
    assertThrows(IllegalArgumentException.class, () -> Column.of(text));
  }

  @ParameterizedTest
  @CsvSource({
    "0.12345, 0.1235",
    "3, 3",
    "12.5, 12.5",
    "1234567, '1,234,567'",
    "12345.67, '12,345.7'",
    "0.000012, 1.2e-05",
    "NaN, –"
  })
  void shouldWriteNumbers(double value, String text) {
    assertEquals(text, MarkdownTable.number(value));
  }

  @Test
  void shouldFindTheMedian() {
    assertEquals(2, Column.median(9, 1, 2));
    assertEquals(1.5, Column.median(2, 1));
  }
}
