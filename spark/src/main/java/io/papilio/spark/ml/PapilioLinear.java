package io.papilio.spark.ml;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.linear.LinearFamily;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.model.Model;
import java.util.Optional;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;

/**
 * Learns a linear model within a barrier stage: Σ weight · loss + l2/2 ‖w‖² + l1 ‖w‖₁, where the
 * intercept is in neither norm.
 *
 * <pre>{@code
 * PapilioLinearModel model = new PapilioLinear().setLoss("logistic").setL2(1).fit(training);
 * }</pre>
 *
 * <p>Losses and optimizers are those of papilio train, and so is whatever is not set.
 */
public final class PapilioLinear extends Learner<PapilioLinearModel, PapilioLinear> {
  private static final long serialVersionUID = 1;

  public PapilioLinear() {
    this(Identifiable$.MODULE$.randomUID("papilioLinear"));
  }

  public PapilioLinear(String uid) {
    super(uid, Optional.of(LinearFamily.NAME));
  }

  @Override
  String family() {
    return LinearFamily.NAME;
  }

  @Override
  PapilioLinearModel model(Model learned, TrainingResult result) {
    return new PapilioLinearModel(uid(), (LinearModel) learned, result);
  }

  public Param<String> loss() {
    return parameters().get("loss");
  }

  public String getLoss() {
    return getSetting("loss");
  }

  /** Sets the loss: logistic, hinge, squared-hinge or squared. */
  public PapilioLinear setLoss(String value) {
    return setSetting("loss", value);
  }

  public DoubleParam l1() {
    return parameters().get("l1");
  }

  public double getL1() {
    return Double.parseDouble(getSetting("l1"));
  }

  /** Adds l1 ‖w‖₁ to the sum of all losses, which makes many weights zero. */
  public PapilioLinear setL1(double value) {
    return setSetting("l1", value);
  }

  /** Spark looks for it by this name. */
  public static MLReader<PapilioLinear> read() {
    return new DefaultParamsReadable<PapilioLinear>() {}.read();
  }

  public static PapilioLinear load(String path) {
    return read().load(path);
  }
}
