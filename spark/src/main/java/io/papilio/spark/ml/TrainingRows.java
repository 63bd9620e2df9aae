package io.papilio.spark.ml;

import io.papilio.learn.data.Features;
import java.util.List;
import java.util.Optional;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * The rows of a training as {@link RowBlocks}, which are dealt out to workers in turn.
 *
 * <pre>
 *   partition 0   | block 0 | block 1 | block 2 |      to workers 0 1 2
 *   partition 1   | block 0 | block 1 |                           1 2
 *   partition 2   | block 0 | ...                                 2
 * </pre>
 *
 * @param name what they are called in messages
 * @param rows to learn from
 * @param tests to judge by
 * @param features how features were made of what was read
 */
public record TrainingRows(
    String name,
    JavaRDD<Tuple2<Long, byte[]>> rows,
    Optional<JavaRDD<Tuple2<Long, byte[]>>> tests,
    Features features) {

  /** Returns the blocks in a partition for each worker; those to judge by have negative numbers. */
  JavaRDD<Tuple2<Long, byte[]>> deal(int workers) {
    JavaRDD<Tuple2<Long, byte[]>> all =
        tests
            .map(some -> some.map(block -> new Tuple2<>(block._1() | Long.MIN_VALUE, block._2())))
            .map(rows::union)
            .orElse(rows);
    return JavaPairRDD.fromJavaRDD(all).partitionBy(new InTurn(workers)).rdd().toJavaRDD();
  }

  /** Returns the names of the features, which travel to workers. */
  List<String> columns() {
    return io.papilio.learn.data.Columns.names(features.columns());
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
      long number = (Long) key & Long.MAX_VALUE;
      return (int) (((number >>> Integer.SIZE) + (number & 0xFFFFFFFFL)) % workers);
    }
  }
}
