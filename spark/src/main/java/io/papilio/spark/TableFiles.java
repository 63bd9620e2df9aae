package io.papilio.spark;

import io.papilio.learn.data.Features;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Files that Spark itself reads as a table: Parquet and ORC, with a column {@code features} of
 * vectors, as {@code VectorAssembler} makes them, and a column of labels; {@code weight} may be
 * there.
 */
final class TableFiles implements Source {
  static final List<String> FORMATS = List.of("parquet", "orc");

  private final Dataset<Row> table;
  private final String label;

  /** Of these paths; nothing is read yet but what columns there are. */
  TableFiles(SparkSession session, String format, List<String> paths, String label) {
    this.table = session.read().format(format).load(paths.toArray(String[]::new));
    this.label = label;
    for (String column : List.of("features", label)) {
      if (!Arrays.asList(table.columns()).contains(column)) {
        throw new IllegalArgumentException(
            "%s has no column %s, but %s"
                .formatted(paths, column, String.join(", ", table.columns())));
      }
    }
    if (!table.schema().apply("features").dataType().equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          "column features of %s has no vectors: make them with VectorAssembler".formatted(paths));
    }
  }

  @Override
  public Features features() {
    return new Features(0, List.of());
  }

  @Override
  public int size() {
    return table.isEmpty() ? 0 : table.select("features").first().<Vector>getAs(0).size();
  }

  /** Vectors are as they are: a learner finds those of another size. */
  @Override
  public Dataset<Row> dataset(SparkSession session, int size) {
    Column weight =
        Arrays.asList(table.columns()).contains("weight")
            ? functions.col("weight").cast("double")
            : functions.lit(1.0);
    return table.select(
        functions.col(label).cast("double").as("label"),
        functions.col("features"),
        weight.as("weight"));
  }

  @Override
  public void close() {}
}
