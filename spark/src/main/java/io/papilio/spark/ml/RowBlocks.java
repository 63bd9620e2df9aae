package io.papilio.spark.ml;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.io.Serializable;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
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
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    while (items.hasNext() && rows.size() < MOST_ROWS && rows.entries() < MOST_ENTRIES) {
      add(items.next());
    }
    Block made = new Block(rows.build(), least, most, badLines, firstBad, problem);
    least = Integer.MAX_VALUE;
    most = 0;
    badLines = 0;
    firstBad = "";
    long number = (long) partition << Integer.SIZE | block++;
    return new Tuple2<>(number, Packed.of(made));
  }

  /**
   * Returns the rows of a dataset.
   *
   * @param label the numbers to learn
   * @param weight how often each row counts
   */
  public static JavaRDD<Tuple2<Long, byte[]>> of(
      Dataset<?> data, Column features, Column label, Column weight) {
    return data.select(features, label.cast("double"), weight.cast("double"))
        .toJavaRDD()
        .mapPartitionsWithIndex(
            (partition, some) -> (Iterator<Tuple2<Long, byte[]>>) new OfVectors(some, partition),
            false);
  }

  /** The blocks of rows of features, label and weight. */
  private static final class OfVectors extends RowBlocks<Row> {
    OfVectors(Iterator<Row> items, int partition) {
      super(items, partition);
    }

    @Override
    protected void add(Row row) {
      if (row.isNullAt(0) || row.isNullAt(1) || row.isNullAt(2)) {
        onProblem("a row has no features, label or weight: it is null");
        return;
      }
      Vector features = row.getAs(0);
      double label = row.getDouble(1);
      double weight = row.getDouble(2);
      if (!Float.isFinite((float) label)) {
        onProblem("a label is " + label);
      }
      if (!(weight >= 0 && Float.isFinite((float) weight))) {
        onProblem("a weight is " + weight);
      }
      onVector(features.size());
      Entries.of(features, this::add);
      rows.endRow((float) label, (float) weight);
    }

    /** Zeros are left out: sparse and dense vectors give the same rows. */
    private void add(int index, double value) {
      float number = (float) value;
      if (!Float.isFinite(number)) {
        onProblem("feature %d of a row is %s".formatted(index, value));
      }
      if (number != 0) {
        rows.add(index, number);
      }
    }
  }
}
