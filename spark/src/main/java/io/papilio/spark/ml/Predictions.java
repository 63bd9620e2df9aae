package io.papilio.spark.ml;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.model.Model;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that models add: one for each {@linkplain Model#outputs output}.
 *
 * <pre>
 *   label         predictionCol      a number
 *   margin        rawPredictionCol   a vector, with a value for each class
 *   probability   probabilityCol     a vector, with a value for each class
 *   others        named as they are  a vector
 * </pre>
 *
 * <p>A column whose name is empty is not added.
 */
final class Predictions {

  private Predictions() {}

  /** Returns the outputs that become columns. The margin of a regression is its prediction. */
  static List<String> outputs(Model model) {
    boolean isRegression = model.learned().labels().isEmpty();
    return model.outputs().stream()
        .filter(output -> !(isRegression && output.equals(Model.MARGIN)))
        .toList();
  }

  private static String column(String output, HasColumns<?> columns) {
    return switch (output) {
      case Model.LABEL -> columns.getPredictionCol();
      case Model.PROBABILITY -> columns.getProbabilityCol();
      case Model.MARGIN -> columns.getRawPredictionCol();
      default -> output;
    };
  }

  private static DataType type(String output) {
    return output.equals(Model.LABEL) ? DataTypes.DoubleType : SQLDataTypes.VectorType();
  }

  /** Returns a schema with the columns that are wanted of a model. */
  static StructType schema(StructType schema, HasColumns<?> columns, Model model) {
    StructType result = schema;
    for (String output : outputs(model)) {
      String name = column(output, columns);
      if (Arrays.asList(result.fieldNames()).contains(name)) {
        throw new IllegalArgumentException("there is a column '%s' already".formatted(name));
      }
      if (!name.isEmpty()) {
        result = result.add(name, type(output), false);
      }
    }
    return result;
  }

  /** Adds the columns that are wanted; the model is asked once for each row. */
  static Dataset<Row> add(Dataset<?> data, LearnedModel<?, ?> model) {
    Map<String, Column> wanted = new LinkedHashMap<>();
    List<String> outputs =
        outputs(model.learned()).stream().filter(one -> !column(one, model).isEmpty()).toList();
    StructType type = new StructType();
    for (String output : outputs) {
      type = type.add(output, type(output), false);
    }
    Column said =
        functions.udf(new Asked(model, outputs), type).apply(functions.col(model.getFeaturesCol()));
    outputs.forEach(output -> wanted.put(column(output, model), said.getField(output)));
    return data.withColumns(wanted);
  }

  /** A model that is asked for some outputs. */
  private record Asked(LearnedModel<?, ?> model, List<String> outputs)
      implements UDF1<Vector, Row> {
    @Override
    public Row call(Vector features) {
      return RowFactory.create(
          outputs.stream().map(output -> value(model.learned(), output, features)).toArray());
    }
  }

  /** Returns what a model says of a vector: a number if it is a label, else a vector. */
  static Object value(Model model, String output, Vector features) {
    if (features.size() != model.size()) {
      throw new IllegalArgumentException(
          "a vector of %d features, but the model has learned from %d"
              .formatted(features.size(), model.size()));
    }
    RowsBuilder rows = new RowsBuilder();
    Entries.of(features, (index, value) -> rows.add(index, (float) value));
    rows.endRow(Float.NaN, 1);
    double[] said = model.predict(output, rows.build(), 0);
    boolean isOfTwo = said.length == 1 && model.learned().labels().size() == 2;
    return switch (output) {
      case Model.LABEL -> said[0];
      case Model.PROBABILITY -> isOfTwo ? Vectors.dense(1 - said[0], said) : Vectors.dense(said);
      case Model.MARGIN -> isOfTwo ? Vectors.dense(-said[0], said) : Vectors.dense(said);
      default -> Vectors.dense(said);
    };
  }
}
