package io.papilio.spark.ml;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.Model;
import io.papilio.learn.setting.Setting;
import java.util.Optional;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;

/**
 * Learns a model of any family on the class path, a user's own among them, within a barrier stage.
 *
 * <pre>{@code
 * PapilioModel model =
 *     new PapilioEstimator().setModel("dml").setSetting("dimensions", 16).fit(training);
 * }</pre>
 *
 * <p>Whatever is not set is as in papilio train.
 */
public final class PapilioEstimator extends Learner<PapilioModel, PapilioEstimator> {
  private static final long serialVersionUID = 1;

  public PapilioEstimator() {
    this(Identifiable$.MODULE$.randomUID("papilio"));
  }

  public PapilioEstimator(String uid) {
    super(uid, Optional.empty());
    parameters().add(Setting.Type.TEXT, "model", "The family of the model, such as dml.");
  }

  @Override
  String family() {
    return getModel();
  }

  @Override
  PapilioModel model(Model learned, TrainingResult result) {
    return new PapilioModel(uid(), learned, result);
  }

  public Param<String> model() {
    return parameters().get("model");
  }

  public String getModel() {
    if (!isSet(model())) {
      throw new IllegalArgumentException("model is not set: setModel says what to learn");
    }
    return getOrDefault(model());
  }

  /** Sets the family of the model, as papilio train --model does. */
  public PapilioEstimator setModel(String value) {
    set(model(), value);
    return this;
  }

  /** Spark looks for it by this name. */
  public static MLReader<PapilioEstimator> read() {
    return new DefaultParamsReadable<PapilioEstimator>() {}.read();
  }

  public static PapilioEstimator load(String path) {
    return read().load(path);
  }
}
