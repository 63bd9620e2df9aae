package io.papilio.learn.job;

import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.SparseRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * A worker's rows in two parts: most are learned from, a share is kept back.
 *
 * <p>What a row is decides where it belongs, by its hash, and not who has it: so the same rows are
 * kept back for any number of workers, and no row is learned from that is equal to one of those.
 *
 * @param learned to learn from
 * @param kept to see when to stop
 */
record HoldOut(List<RowBlock> learned, List<RowBlock> kept) {

  static HoldOut of(List<? extends RowBlock> blocks, double share) {
    if (share == 0) {
      return new HoldOut(List.copyOf(blocks), List.of());
    }
    LongPredicate keeps = hash -> (hash >>> 1) < share * Long.MAX_VALUE;
    List<RowBlock> learned = new ArrayList<>();
    List<RowBlock> kept = new ArrayList<>();
    for (RowBlock block : blocks) {
      learned.add(block.filter(rows -> select(rows, keeps.negate())));
      kept.add(block.filter(rows -> select(rows, keeps)));
    }
    return new HoldOut(learned, kept);
  }

  private static SparseRows select(SparseRows rows, LongPredicate wanted) {
    return rows.select(
        IntStream.range(0, rows.size()).filter(row -> wanted.test(rows.hash(row))).toArray());
  }
}
