package io.papilio.spark.ml;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.linear.LinearModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.util.MLReader;

/**
 * A linear model that {@link PapilioLinear} has learned. Of two classes it says which, with the
 * margins of both, and of the logistic loss the probabilities as well; otherwise the margin is what
 * it says.
 */
public final class PapilioLinearModel extends LearnedModel<LinearModel, PapilioLinearModel> {
  private static final long serialVersionUID = 1;

  public PapilioLinearModel(String uid) {
    this(uid, null, null);
  }

  PapilioLinearModel(String uid, LinearModel model, TrainingResult result) {
    super(uid, model, result);
  }

  @Override
  PapilioLinearModel with(LinearModel learned, TrainingResult how) {
    return new PapilioLinearModel(uid(), learned, how);
  }

  /** Returns the weights by feature. */
  public Vector coefficients() {
    double[] values = new double[learned().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = learned().weights()[i];
    }
    return Vectors.dense(values);
  }

  /** Returns what is added to every margin. */
  public double intercept() {
    return learned().bias();
  }

  /** Spark looks for it by this name. */
  public static MLReader<PapilioLinearModel> read() {
    return reader();
  }

  public static PapilioLinearModel load(String path) {
    return read().load(path);
  }
}
