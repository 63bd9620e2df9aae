package io.papilio.spark.ml;

import io.papilio.learn.data.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Rows of a generator as a dataset. */
final class Examples {
  static final StructType SCHEMA =
      new StructType()
          .add("label", DataTypes.DoubleType)
          .add("features", SQLDataTypes.VectorType())
          .add("weight", DataTypes.DoubleType);

  private Examples() {}

  /** With vectors so long, as they are or changed; a weight is 1 or 2. */
  static List<Row> rows(SparseRows rows, int features, UnaryOperator<Vector> change) {
    List<Row> list = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      int from = rows.start(row);
      int to = rows.end(row);
      double[] values = new double[to - from];
      for (int i = 0; i < values.length; i++) {
        values[i] = rows.values()[from + i];
      }
      int[] indices = Arrays.copyOfRange(rows.indices(), from, to);
      Vector vector = change.apply(Vectors.sparse(features, indices, values));
      list.add(RowFactory.create((double) rows.label(row), vector, 1.0 + row % 2));
    }
    return list;
  }

  static Dataset<Row> data(SparkSession session, List<Row> rows, int partitions) {
    return session.createDataFrame(rows, SCHEMA).repartition(partitions);
  }
}
