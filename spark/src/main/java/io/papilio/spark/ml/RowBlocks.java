package io.papilio.spark.ml;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.io.Serializable;
import java.util.Iterator;
import scala.Tuple2;

/**
 * The items of a partition, such as lines or rows of a dataset, as blocks of a sparse matrix, each
 * packed. A block has a number, so that a worker has its rows in the same order each time, in
 * whichever order they come to it.
 *
 * @param <T> what rows are made of
 */
public abstract class RowBlocks<T> implements Iterator<Tuple2<Long, byte[]>> {
  private static final int MOST_ROWS = 64; // so that small datasets are dealt out evenly, too
  private static final int MOST_ENTRIES = 1 << 16;

  private final Iterator<T> items;
  private final int partition;
  private int block;

  /** The rows of the block that is being made. */
  protected final RowsBuilder rows = new RowsBuilder();

  private int least = Integer.MAX_VALUE;
  private int most;
  private long badLines;
  private String firstBad = "";
  private String problem = "";

  /**
   * Some rows, and what there is to know of them.
   *
   * @param least the length of the shortest vector, if they were vectors
   * @param most the length of the longest vector; 0 if they were none
   * @param badLines how many lines were skipped
   * @param firstBad what is wrong with the first of them
   * @param problem why nobody can learn from them; empty if there is nothing
   */
  record Block(SparseRows rows, int least, int most, long badLines, String firstBad, String problem)
      implements Serializable {}

  /** Makes blocks of the items of a partition. */
  protected RowBlocks(Iterator<T> items, int partition) {
    this.items = items;
    this.partition = partition;
  }

  /** Adds the row of an item, if it has one. */
  protected abstract void add(T item);

  /** Says that a row was made of a vector of that length. */
  protected final void onVector(int length) {
    least = Math.min(least, length);
    most = Math.max(most, length);
  }

  /** Says that a line was skipped, and why. */
  protected final void onSkipped(String reason) {
    firstBad = badLines == 0 ? reason : firstBad;
    badLines++;
  }

  /** Says why nobody can learn from these rows. */
  protected final void onProblem(String reason) {
    problem = problem.isEmpty() ? reason : problem;
  }

  @Override
  public final boolean hasNext() {
    return items.hasNext();
  }

  @Override
  public final Tuple2<Long, byte[]> next() {
    do {
      add(items.next());
    } while (items.hasNext() && rows.size() < MOST_ROWS && rows.entries() < MOST_ENTRIES);
    Block made = new Block(rows.build(), least, most, badLines, firstBad, problem);
    least = Integer.MAX_VALUE;
    most = 0;
    badLines = 0;
    firstBad = "";
    long number = (long) partition << Integer.SIZE | block++;
    return new Tuple2<>(number, Packed.of(made));
  }
}
