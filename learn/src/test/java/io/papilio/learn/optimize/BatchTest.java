package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final long[] ORDER = {4, 0, 3, 1, 2};

  /** In two blocks; the label of a row is its number. */
  private static Shard shard() {
    RowsBuilder builder = new RowsBuilder();
    builder.endRow(0, 1);
    builder.endRow(1, 1);
    builder.endRow(2, 1);
    SparseRows first = builder.build();
    builder.endRow(3, 1);
    builder.endRow(4, 1);
    return Shard.of(List.of(first, builder.build()));
  }

  @Test
  void shouldHaveItsRowsInOrder() {
    Shard shard = shard();
    for (int from = 0; from <= 5; from++) {
      for (int to = from; to <= 5; to++) {
        Batch batch = new Batch(shard, ORDER, from, to);
        assertEquals(to - from, batch.size());
        for (int i = 0; i < batch.size(); i++) {
          assertEquals(ORDER[from + i], batch.number(i));
          assertEquals(ORDER[from + i], batch.rows(i).label(batch.row(i)));
          Batch alone = batch.only(i);
          assertEquals(1, alone.size());
          assertEquals(ORDER[from + i], alone.number(0));
        }
      }
    }
  }

  @Test
  void shouldKnowWhetherTheEpochGoesOn() {
    assertTrue(new Batch(shard(), ORDER, 0, 0).hasNext());
    assertTrue(new Batch(shard(), ORDER, 2, 4).hasNext());
    assertFalse(new Batch(shard(), ORDER, 2, 5).hasNext());
    assertFalse(new Batch(shard(), ORDER, 5, 5).hasNext());
  }
}
