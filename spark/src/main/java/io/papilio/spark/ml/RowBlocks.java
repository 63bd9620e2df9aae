package io.papilio.spark.ml;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.io.Serializable;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * The rows of a partition as blocks of a sparse matrix, each packed, which are dealt out to workers
 * in turn.
 *
 * <pre>
 *   partition 0   | block 0 | block 1 | block 2 |      to workers 0 1 2
 *   partition 1   | block 0 | block 1 |                           1 2
 *   partition 2   | block 0 | ...                                 2
 * </pre>
 *
 * Blocks carry numbers, so that a worker has its rows in the same order each time, in whichever
 * order they come to it.
 */
final class RowBlocks implements Iterator<Tuple2<Long, byte[]>> {
  private static final int MOST_ROWS = 64; // so that small datasets are dealt out evenly, too
  private static final int MOST_ENTRIES = 1 << 16;

  private final Iterator<Row> rows;
  private final int partition;
  private final int mostLabels;
  private final RowsBuilder builder = new RowsBuilder();
  private int block;
  private String problem = "";

  /** Some rows, and what there is to know of them. */
  record Block(SparseRows rows, Census census) implements Serializable {}

  private RowBlocks(Iterator<Row> rows, int partition, int mostLabels) {
    this.rows = rows;
    this.partition = partition;
    this.mostLabels = mostLabels;
  }

  /** The blocks of these rows, each of features, label and weight, in a partition a worker. */
  static JavaRDD<Tuple2<Long, byte[]>> deal(JavaRDD<Row> rows, int workers, int mostLabels) {
    return rows.mapPartitionsWithIndex(
            (partition, some) ->
                (Iterator<Tuple2<Long, byte[]>>) new RowBlocks(some, partition, mostLabels),
            false)
        .mapToPair(pair -> pair)
        .partitionBy(new InTurn(workers))
        .rdd()
        .toJavaRDD();
  }

  /** Deals out. */
  private static final class InTurn extends Partitioner {
    private static final long serialVersionUID = 1;
    private final int workers;

    InTurn(int workers) {
      this.workers = workers;
    }

    @Override
    public int numPartitions() {
      return workers;
    }

    @Override
    public int getPartition(Object key) {
      long number = (Long) key;
      return (int) (((number >>> Integer.SIZE) + (number & 0xFFFFFFFFL)) % workers);
    }
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public Tuple2<Long, byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int least = Integer.MAX_VALUE;
    int most = 0;
    while (rows.hasNext() && builder.size() < MOST_ROWS && builder.entries() < MOST_ENTRIES) {
      Row row = rows.next();
      if (row.isNullAt(0) || row.isNullAt(1) || row.isNullAt(2)) {
        problem = "a row has no features, label or weight: it is null";
      } else {
        Vector features = row.getAs(0);
        add(features, row.getDouble(1), row.getDouble(2));
        least = Math.min(least, features.size());
        most = Math.max(most, features.size());
      }
    }
    SparseRows built = builder.build();
    Census census =
        problem.isEmpty() ? Census.of(built, least, most, mostLabels) : Census.bad(problem);
    long number = (long) partition << Integer.SIZE | block++;
    return new Tuple2<>(number, Packed.of(new Block(built, census)));
  }

  private void add(Vector features, double label, double weight) {
    if (!Float.isFinite((float) label)) {
      problem = "a label is " + label;
    }
    if (!(weight >= 0 && Float.isFinite((float) weight))) {
      problem = "a weight is " + weight;
    }
    Entries.of(features, this::add);
    builder.endRow((float) label, (float) weight);
  }

  /** Zeros are left out: sparse and dense vectors give the same rows. */
  private void add(int index, double value) {
    float number = (float) value;
    if (!Float.isFinite(number)) {
      problem = "feature %d of a row is %s".formatted(index, value);
    }
    if (number != 0) {
      builder.add(index, number);
    }
  }
}
