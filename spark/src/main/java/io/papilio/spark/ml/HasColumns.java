package io.papilio.spark.ml;

import java.util.Arrays;
import java.util.function.Predicate;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that learners read and models write, with the names and defaults of MLlib.
 *
 * @param <S> what has them
 */
public interface HasColumns<S> extends Params {
  /** Returns what {@link #featuresCol} and the like are found in; not for users. */
  Parameters parameters();

  default Param<String> featuresCol() {
    return parameters().get("featuresCol");
  }

  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  default S setFeaturesCol(String column) {
    return with(featuresCol(), column);
  }

  default Param<String> labelCol() {
    return parameters().get("labelCol");
  }

  default String getLabelCol() {
    return getOrDefault(labelCol());
  }

  default S setLabelCol(String column) {
    return with(labelCol(), column);
  }

  default Param<String> weightCol() {
    return parameters().get("weightCol");
  }

  default String getWeightCol() {
    return getOrDefault(weightCol());
  }

  default S setWeightCol(String column) {
    return with(weightCol(), column);
  }

  /** Whether rows have weights. */
  default boolean hasWeightCol() {
    return isDefined(weightCol()) && !getWeightCol().isEmpty();
  }

  default Param<String> predictionCol() {
    return parameters().get("predictionCol");
  }

  default String getPredictionCol() {
    return getOrDefault(predictionCol());
  }

  default S setPredictionCol(String column) {
    return with(predictionCol(), column);
  }

  default Param<String> rawPredictionCol() {
    return parameters().get("rawPredictionCol");
  }

  default String getRawPredictionCol() {
    return getOrDefault(rawPredictionCol());
  }

  default S setRawPredictionCol(String column) {
    return with(rawPredictionCol(), column);
  }

  default Param<String> probabilityCol() {
    return parameters().get("probabilityCol");
  }

  default String getProbabilityCol() {
    return getOrDefault(probabilityCol());
  }

  default S setProbabilityCol(String column) {
    return with(probabilityCol(), column);
  }

  /** Sets a parameter of this object. */
  @SuppressWarnings("unchecked") // S says what this is
  private <T> S with(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }

  /** Refuses a dataset that has no such vectors. */
  default void requireFeatures(StructType schema) {
    require(schema, getFeaturesCol(), "vectors", SQLDataTypes.VectorType()::equals);
  }

  /** Refuses a dataset that cannot be learned from. */
  default void requireLabels(StructType schema) {
    require(schema, getLabelCol(), "numbers", NumericType.class::isInstance);
    if (hasWeightCol()) {
      require(schema, getWeightCol(), "numbers", NumericType.class::isInstance);
    }
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
}
