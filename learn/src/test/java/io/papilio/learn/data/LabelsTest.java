package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {

  @ParameterizedTest
  @CsvSource({"-1,1", "0,1", "1,2", "-3.5,-2", "2,7"})
  void shouldCallTheSmallerOneNegative(float small, float large) {
    SparseRows first = rows(large, large, small);
    SparseRows second = rows(small, large);
    Labels labels = Labels.of(List.of(first, second));
    assertEquals(new Labels(small, large), labels);
    assertEquals(labels, Labels.of(List.of(second, first)));
    assertEquals(rows(1, 1, -1), labels.map(first));
    assertEquals(rows(-1, 1), labels.map(second));
    assertEquals(large, labels.original(true));
    assertEquals(small, labels.original(false));
  }

  @Test
  void shouldFindThemInDifferentBlocks() {
    assertEquals(new Labels(3, 4), Labels.of(List.of(rows(4, 4), rows(), rows(3))));
  }

  @Test
  void shouldNotTellZerosApart() {
    SparseRows rows = rows(-0f, 1, 0f);
    Labels labels = Labels.of(List.of(rows));
    assertEquals(new Labels(0, 1), labels);
    assertEquals(rows(-1, 1, -1), labels.map(rows));
  }

  @Test
  void shouldSayWhatToUseForMoreThanTwo() {
    shouldFail(
        "more than two labels (1, 2, 3.5): use the model softmax, or for numbers the loss squared",
        rows(3.5f, 1, 2, 1));
    shouldFail(
        "more than two labels (1, 2, 3, 4, 5, ...): use the model softmax, or for numbers the loss"
            + " squared",
        rows(6, 5, 4),
        rows(3, 2, 1));
  }

  @Test
  void shouldNotAcceptLessThanTwo() {
    shouldFail("all labels are 2: two classes need two", rows(2, 2), rows(2));
    shouldFail("no examples, so no labels", rows());
  }

  private static void shouldFail(String problem, SparseRows... blocks) {
    List<SparseRows> list = List.of(blocks);
    Exception e = assertThrows(IllegalArgumentException.class, () -> Labels.of(list));
    assertEquals(problem, e.getMessage());
  }

  @Test
  void shouldNotMapOthers() {
    Labels labels = new Labels(1, 2);
    Exception e = assertThrows(IllegalArgumentException.class, () -> labels.map(rows(1, 2, 3.5f)));
    assertEquals("label 3.5, but the model knows 1 and 2 only", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Labels(2, 1));
    assertThrows(IllegalArgumentException.class, () -> new Labels(1, 1));
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
