package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.format.Parsing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RowsBuilderTest {

  @Test
  void shouldGiveWhatWasAdded() {
    RowsBuilder builder = new RowsBuilder();
    builder.add(2, 1);
    builder.add(5, 3);
    builder.endRow(-1, 1);
    builder.endRow(7, 1);
    builder.add(0, 4);
    builder.endRow(1, 1);
    assertEquals(
        new SparseRows(
            new int[] {0, 2, 2, 3},
            new int[] {2, 5, 0},
            new float[] {1, 3, 4},
            new float[] {-1, 7, 1}),
        builder.build());
    assertEquals(0, builder.size());
    assertEquals(0, builder.entries());
  }

  @Property
  void shouldSortAndAddEntries(
      @ForAll @Size(max = 200) List<@IntRange(max = 100) Integer> indices) {
    Map<Integer, Float> expected = new TreeMap<>();
    RowsBuilder builder = new RowsBuilder();
    builder.add(7, 9);
    builder.endRow(2, 1);
    for (int i = 0; i < indices.size(); i++) {
      float value = i % 2 == 0 ? i + 0.1f : -i / 3f;
      builder.add(indices.get(i), value);
      expected.merge(indices.get(i), value, Float::sum);
    }
    builder.endRow(3, 1);
    SparseRows rows = builder.build();
    assertEquals(1, rows.start(1));
    assertEquals(1 + expected.size(), rows.end(1));
    int at = 1;
    for (Map.Entry<Integer, Float> each : expected.entrySet()) {
      assertEquals(each.getKey(), rows.indices()[at]);
      assertEquals(each.getValue(), rows.values()[at++]);
    }
  }

  @Test
  void shouldAddEntriesThatAreSorted() {
    RowsBuilder builder = new RowsBuilder();
    builder.add(3, 1);
    builder.add(5, 2);
    builder.add(5, 7);
    builder.add(8, 4);
    builder.endRow(1, 1);
    assertEquals("1 3:1 5:9 8:4", Parsing.describe(builder.build()));
  }

  @Test
  void shouldTakeBackARow() {
    RowsBuilder builder = new RowsBuilder();
    builder.add(3, 1);
    builder.endRow(1, 1);
    builder.add(4, 2);
    builder.add(6, 5);
    assertEquals(2, builder.entriesOfRow());
    assertEquals(6, builder.index(1));
    assertEquals(5, builder.value(1));
    builder.dropRow();
    assertEquals(0, builder.entriesOfRow());
    builder.add(8, 3);
    builder.endRow(2, 1);
    builder.add(9, 9);
    assertEquals("1 3:1; 2 8:3", Parsing.describe(builder.build())); // without the open row
  }

  @Test
  void shouldGrow() {
    RowsBuilder builder = new RowsBuilder();
    int rows = 5000;
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < row % 50; i++) {
        builder.add(i * 3 + row, row - i);
      }
      builder.endRow(row, row < 3000 ? 1 : row);
    }
    SparseRows built = builder.build();
    assertEquals(rows, built.size());
    assertEquals(rows / 50 * (49 * 50 / 2), built.entries());
    for (int row = 0; row < rows; row++) {
      assertEquals(row, built.label(row));
      assertEquals(row < 3000 ? 1 : row, built.weight(row));
      assertEquals(row % 50, built.end(row) - built.start(row));
      for (int i = 0; i < row % 50; i++) {
        assertEquals(i * 3 + row, built.indices()[built.start(row) + i]);
        assertEquals(row - i, built.values()[built.start(row) + i]);
      }
    }
  }

  @Test
  void shouldForgetWeightsOfTheLastBlock() {
    RowsBuilder builder = new RowsBuilder();
    builder.endRow(1, 1);
    builder.endRow(2, 3);
    SparseRows weighted = builder.build();
    assertTrue(weighted.isWeighted());
    assertArrayEquals(new float[] {1, 3}, new float[] {weighted.weight(0), weighted.weight(1)});
    builder.endRow(3, 1);
    SparseRows plain = builder.build();
    assertFalse(plain.isWeighted());
    assertEquals(1, plain.weight(0));
  }
}
