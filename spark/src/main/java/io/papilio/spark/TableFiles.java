package io.papilio.spark;

import io.papilio.spark.ml.RowColumns;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Files that Spark itself reads as a table: Parquet and ORC, with a column {@code features} of
 * vectors, as {@code VectorAssembler} makes them, and a column of labels; {@code weight} may be
 * there.
 *
 * @param label the column of labels; empty if there need not be any
 */
record TableFiles(String format, String label) {
  private static final String WEIGHT = "weight";

  /** Returns the rows of some files, of which nothing is read yet but what columns there are. */
  JavaRDD<Tuple2<Long, byte[]>> blocks(SparkSession session, List<String> paths) {
    Dataset<Row> table = session.read().format(format).load(paths.toArray(String[]::new));
    String weight = Arrays.asList(table.columns()).contains(WEIGHT) ? WEIGHT : "";
    try {
      return new RowColumns("features", label, weight).blocks(table);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: %s".formatted(String.join(", ", paths), e.getMessage()), e);
    }
  }
}
