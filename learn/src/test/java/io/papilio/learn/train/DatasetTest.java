package io.papilio.learn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatasetTest {

  /** In blocks of 1, 2, 3 ... rows, whose labels are their numbers. */
  private static Dataset numbered(int count) {
    List<SparseRows> blocks = new ArrayList<>();
    RowsBuilder builder = new RowsBuilder();
    int left = 1;
    for (int i = 0; i < count; i++) {
      builder.add(i % 7, i);
      builder.endRow(i, 1 + i % 3);
      if (--left == 0) {
        blocks.add(builder.build());
        left = blocks.size() + 1;
      }
    }
    blocks.add(builder.build());
    return Dataset.of(blocks, List.of(), Loss.SQUARED);
  }

  private static List<Integer> labels(Shard rows) {
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int number = (int) rows.block(i).label(rows.row(i));
      assertEquals(1 + number % 3, rows.block(i).weight(rows.row(i)));
      assertEquals(number, rows.block(i).dot(rows.row(i), new float[] {1, 1, 1, 1, 1, 1, 1}));
      labels.add(number);
    }
    return labels;
  }

  @Test
  void shouldHoldOutEveryFourthRow() {
    Dataset all = numbered(23);
    Dataset some = all.holdOut(0.25);
    assertEquals(List.of(3, 7, 11, 15, 19), labels(some.heldOut()));
    assertEquals(
        IntStream.range(0, 23).filter(i -> i % 4 != 3).boxed().toList(), labels(some.rows()));
    assertSame(some.heldOut(), some.sample());
    assertSame(some.rows(), some.judged());
    assertEquals(all.features(), some.features());
  }

  @Test
  void shouldHoldOutNothingUnlessAsked() {
    Dataset all = numbered(5);
    assertSame(all, all.holdOut(0));
    assertThrows(IllegalArgumentException.class, () -> all.holdOut(1));
    assertThrows(IllegalArgumentException.class, () -> all.holdOut(-0.1));
    assertThrows(IllegalArgumentException.class, () -> all.holdOut(0.1));
  }
}
