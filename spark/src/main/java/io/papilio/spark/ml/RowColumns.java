package io.papilio.spark.ml;

import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import scala.Tuple2;

/**
 * The columns of a dataset that are learned from.
 *
 * @param features vectors
 * @param label what to learn, as numbers; empty if there is nothing to know of a row
 * @param weight how often a row counts; empty if each counts once
 */
public record RowColumns(String features, String label, String weight) {

  /**
   * Refuses a dataset that has no such columns, or no vectors.
   *
   * @throws IllegalArgumentException which names the column
   */
  void require(StructType schema) {
    require(schema, features, "vectors", SQLDataTypes.VectorType()::equals);
    numbers().forEach(column -> require(schema, column, "there", type -> true));
  }

  /** Refuses a dataset whose labels or weights would have to be made numbers first. */
  void requireNumbers(StructType schema) {
    numbers().forEach(column -> require(schema, column, "numbers", NumericType.class::isInstance));
  }

  private Stream<String> numbers() {
    return Stream.of(label, weight).filter(column -> !column.isEmpty());
  }

  private static void require(
      StructType schema, String column, String what, Predicate<DataType> fits) {
    if (!Arrays.asList(schema.fieldNames()).contains(column)) {
      throw new IllegalArgumentException(
          "no column '%s'; there are: %s"
              .formatted(column, String.join(", ", schema.fieldNames())));
    }
    DataType type = schema.apply(column).dataType();
    if (!fits.test(type)) {
      throw new IllegalArgumentException(
          "column '%s' has to be %s, not %s".formatted(column, what, type.simpleString()));
    }
  }

  /** Returns the rows of a dataset, of which nothing is read yet but what columns there are. */
  public JavaRDD<Tuple2<Long, byte[]>> blocks(Dataset<?> data) {
    require(data.schema());
    return data.select(functions.col(features), number(label), number(weight))
        .toJavaRDD()
        .mapPartitionsWithIndex(
            (partition, rows) -> (Iterator<Tuple2<Long, byte[]>>) new Blocks(rows, partition),
            false);
  }

  private static Column number(String column) {
    return (column.isEmpty() ? functions.lit(1) : functions.col(column)).cast("double");
  }

  /** Rows of features, label and weight. */
  private static final class Blocks extends RowBlocks<Row> {
    Blocks(Iterator<Row> items, int partition) {
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
