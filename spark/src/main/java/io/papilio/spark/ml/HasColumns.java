package io.papilio.spark.ml;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

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
}
