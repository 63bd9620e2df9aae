package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.format.Parsing;
import org.junit.jupiter.api.Test;

class SparseRowsTest {
  private final SparseRows rows =
      new SparseRows(
          new int[] {0, 3, 3, 5},
          new int[] {2, 5, 9, 0, 5},
          new float[] {1, 3, 2, 4, 7},
          new float[] {-1, 8, 1});

  @Test
  void shouldMultiplyRows() {
    float[] weights = {1, 10, 100, 1000, 10_000, 100_000, 0, 0, 0, 0.5f};
    assertEquals(300_101, rows.dot(0, weights));
    assertEquals(0, rows.dot(1, weights));
    assertEquals(700_004, rows.dot(2, weights));
    assertEquals(100, rows.dot(0, new float[] {1, 10, 100})); // beyond: zero
  }

  @Test
  void shouldCountFeatures() {
    assertEquals(10, rows.features());
    assertEquals(3, rows.size());
    assertEquals(5, rows.entries());
    SparseRows none = new RowsBuilder().build();
    assertEquals(0, none.features());
    assertEquals(0, none.entries());
  }

  @Test
  void shouldChangeLabelsOnly() {
    SparseRows other = rows.withLabels(new float[] {4, 5, 6});
    assertEquals("4 2:1 5:3 9:2; 5; 6 0:4 5:7", Parsing.describe(other));
    assertNotEquals(rows, other);
    assertEquals(rows, other.withLabels(new float[] {-1, 8, 1}));
    assertEquals(rows.hashCode(), other.withLabels(new float[] {-1, 8, 1}).hashCode());
    assertThrows(IllegalArgumentException.class, () -> rows.withLabels(new float[] {4, 5}));
  }

  @Test
  void shouldSelectRows() {
    SparseRows some = rows.select(new int[] {2, 0});
    assertEquals("1 0:4 5:7; -1 2:1 5:3 9:2", Parsing.describe(some));
    assertEquals(5, some.entries());
    assertEquals(2, rows.select(new int[] {1, 2}).entries());
    assertEquals(rows.hash(0), some.hash(1));
    assertEquals("9 0:4 5:7; 8 2:1 5:3 9:2", Parsing.describe(some.withLabels(new float[] {9, 8})));
    assertEquals("-1 2:1 5:3 9:2", Parsing.describe(some.select(new int[] {1})));
    assertEquals(0, rows.select(new int[0]).size());
    float[] counts = {2, 3};
    SparseRows counted = new SparseRows(new int[3], new int[0], new float[0], counts, counts);
    assertEquals(3, counted.select(new int[] {1}).weight(0));
  }

  @Test
  void shouldCheckLengths() {
    int[] starts = {0, 1};
    float[] one = {1};
    float[] two = {1, 2};
    new SparseRows(starts, new int[] {3}, one, one, one);
    assertThrows(
        IllegalArgumentException.class, () -> new SparseRows(starts, new int[] {3}, two, one));
    assertThrows(
        IllegalArgumentException.class, () -> new SparseRows(starts, new int[] {3}, one, two));
    assertThrows(
        IllegalArgumentException.class, () -> new SparseRows(starts, new int[] {3}, one, one, two));
  }
}
