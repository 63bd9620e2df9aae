package io.papilio.spark.ml;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns that models add; those without a name are not wanted. */
final class Predictions {

  /** What a model can say of a row. */
  enum Output {
    RAW,
    PROBABILITY,
    LABEL;

    private String column(HasColumns<?> columns) {
      return switch (this) {
        case RAW -> columns.getRawPredictionCol();
        case PROBABILITY -> columns.getProbabilityCol();
        case LABEL -> columns.getPredictionCol();
      };
    }

    private DataType type() {
      return this == LABEL ? DataTypes.DoubleType : SQLDataTypes.VectorType();
    }
  }

  private Predictions() {}

  /** With the columns that are wanted of these. */
  static StructType schema(StructType schema, HasColumns<?> columns, Iterable<Output> outputs) {
    StructType result = schema;
    for (Output output : outputs) {
      String name = output.column(columns);
      if (Arrays.asList(result.fieldNames()).contains(name)) {
        throw new IllegalArgumentException("there is a column '%s' already".formatted(name));
      }
      if (!name.isEmpty()) {
        result = result.add(name, output.type(), false);
      }
    }
    return result;
  }

  /** Adds those that are wanted; Spark finds out what they have in common. */
  static Dataset<Row> add(Dataset<?> data, HasColumns<?> columns, Map<Output, Column> outputs) {
    Map<String, Column> wanted = new LinkedHashMap<>();
    outputs.forEach(
        (output, column) -> {
          String name = output.column(columns);
          if (!name.isEmpty()) {
            wanted.put(name, column);
          }
        });
    return data.withColumns(wanted);
  }

  /** Refuses vectors of another size than was learned. */
  static void requireSize(Vector vector, int features) {
    if (vector.size() != features) {
      throw new IllegalArgumentException(
          "a vector of %d features, but the model has learned from %d"
              .formatted(vector.size(), features));
    }
  }
}
