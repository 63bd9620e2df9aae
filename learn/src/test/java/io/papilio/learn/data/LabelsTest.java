package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {
  private static Census census(int most, SparseRows... blocks) {
    return Census.of(Source.Loaded.of(List.of(blocks), "rows", Features.plain()), most);
  }

  private static Labels two(SparseRows... blocks) {
    return Labels.ofTwo(census(5, blocks));
  }

  private static Labels several(SparseRows... blocks) {
    return Labels.ofSeveral(census(Integer.MAX_VALUE, blocks));
  }

  private static Labels labels(Float... values) {
    return new Labels(List.of(values));
  }

  @ParameterizedTest
  @CsvSource({"-1,1", "0,1", "1,2", "-3.5,-2", "2,7"})
  void shouldCallTheSmallerOneNegative(float small, float large) {
    SparseRows first = rows(large, large, small);
    SparseRows second = rows(small, large);
    Labels labels = two(first, second);
    assertEquals(labels(small, large), labels);
    assertEquals(labels, two(second, first));
    assertEquals(rows(1, 1, -1), labels.signs(first));
    assertEquals(rows(-1, 1), labels.signs(second));
  }

  @Test
  void shouldNumberClassesAsTheyGrow() {
    SparseRows first = rows(7, -3, 12, 7);
    SparseRows second = rows(100);
    Labels labels = several(first, second);
    assertEquals(labels(-3f, 7f, 12f, 100f), labels);
    assertEquals(rows(1, 0, 2, 1), labels.numbers(first));
    assertEquals(rows(3), labels.numbers(second));
    assertEquals(labels(0f, 1f), several(rows(1, -0f)));
  }

  @Test
  void shouldFindThemInDifferentBlocks() {
    assertEquals(labels(3f, 4f), two(rows(4, 4), rows(), rows(3)));
  }

  @Test
  void shouldNotTellZerosApart() {
    SparseRows rows = rows(-0f, 1, 0f);
    Labels labels = two(rows);
    assertEquals(labels(0f, 1f), labels);
    assertEquals(rows(-1, 1, -1), labels.signs(rows));
  }

  @Test
  void shouldSayWhatToUseForMoreThanTwo() {
    shouldFail(
        LabelsTest::two,
        "more than two labels (1, 2, 3.5): use the model softmax, or for numbers the loss squared",
        rows(3.5f, 1, 2, 1));
    shouldFail(
        LabelsTest::two,
        "more than two labels (1, 2, 3, 4, 5): use the model softmax, or for numbers the loss"
            + " squared",
        rows(5, 4, 3, 2, 1));
    shouldFail(
        LabelsTest::two,
        "more than two labels (1, 2, 3, 4, 5, ...): use the model softmax, or for numbers the loss"
            + " squared",
        rows(6, 5, 4),
        rows(3, 2, 1));
  }

  @Test
  void shouldNotAcceptLessThanTwo() {
    for (Function<SparseRows[], Labels> kind :
        List.<Function<SparseRows[], Labels>>of(LabelsTest::two, LabelsTest::several)) {
      shouldFail(kind, "all labels are 2: classes need two at least", rows(2, 2), rows(2));
      shouldFail(kind, "no examples, so no labels", rows());
    }
  }

  @Test
  void shouldTakeWholeNumbersForClasses() {
    String why = "classes are whole numbers, of 24 bits at most";
    shouldFail(LabelsTest::several, "label 0.5: " + why, rows(5, 0.5f));
    shouldFail(LabelsTest::several, "label 1.6777218E7: " + why, rows(16_777_218, 16_777_216));
    assertEquals(labels(-16_777_216f, 16_777_216f), several(rows(16_777_216, -16_777_216)));
  }

  private static void shouldFail(
      Function<SparseRows[], Labels> kind, String problem, SparseRows... blocks) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> kind.apply(blocks));
    assertEquals(problem, e.getMessage());
  }

  @Test
  void shouldNotMapOthers() {
    SparseRows rows = rows(1, 2, 3.5f);
    for (UnaryOperator<SparseRows> map :
        List.<UnaryOperator<SparseRows>>of(labels(1f, 2f)::signs, labels(1f, 2f)::numbers)) {
      Exception e = assertThrows(IllegalArgumentException.class, () -> map.apply(rows));
      assertEquals("label 3.5 was not learned; the model knows 1, 2", e.getMessage());
    }
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> labels(1f, 2f, 3f, 4f, 5f, 6f, 7f).numbers(rows(8)));
    assertEquals(
        "label 8 was not learned; the model knows 1, 2, 3, 4, 5 and 2 more", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> labels(2f, 1f));
    assertThrows(IllegalArgumentException.class, () -> labels(1f, 1f));
    assertThrows(IllegalArgumentException.class, () -> labels(1f));
  }

  /** The first row without features, the next with one, and so on. */
  private static SparseRows rows(float... labels) {
    RowsBuilder rows = new RowsBuilder();
    for (int row = 0; row < labels.length; row++) {
      for (int i = 0; i < row; i++) {
        rows.add(3 * i + row, i + row + 0.5f);
      }
      rows.endRow(labels[row], row + 1);
    }
    return rows.build();
  }
}
