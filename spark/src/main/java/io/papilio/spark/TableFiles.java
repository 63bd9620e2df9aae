package io.papilio.spark;

import io.papilio.spark.ml.RowBlocks;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import scala.Tuple2;

/**
 * Files that Spark itself reads as a table: Parquet and ORC, with a column {@code features} of
 * vectors, as {@code VectorAssembler} makes them, and a column of labels; {@code weight} may be
 * there.
 *
 * @param label the column of labels; empty if there need not be any
 */
record TableFiles(String format, String label) {
  private static final String FEATURES = "features";
  private static final String WEIGHT = "weight";

  /** Returns the rows of some files, of which nothing is read yet but what columns there are. */
  JavaRDD<Tuple2<Long, byte[]>> blocks(SparkSession session, List<String> paths) {
    Dataset<Row> table = session.read().format(format).load(paths.toArray(String[]::new));
    List<String> columns = Arrays.asList(table.columns());
    for (String column : label.isEmpty() ? List.of(FEATURES) : List.of(FEATURES, label)) {
      if (!columns.contains(column)) {
        throw new IllegalArgumentException(
            "%s has no column %s, but %s".formatted(paths, column, String.join(", ", columns)));
      }
    }
    if (!table.schema().apply(FEATURES).dataType().equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          "column features of %s has no vectors: make them with VectorAssembler".formatted(paths));
    }
    return RowBlocks.of(
        table,
        functions.col(FEATURES),
        label.isEmpty() ? functions.lit(1) : functions.col(label),
        columns.contains(WEIGHT) ? functions.col(WEIGHT) : functions.lit(1));
  }
}
