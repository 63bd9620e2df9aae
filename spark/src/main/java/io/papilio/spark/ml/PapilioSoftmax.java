package io.papilio.spark.ml;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.model.Model;
import java.util.Optional;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;

/**
 * Learns logistic regression of several classes within a barrier stage. Labels are any whole
 * numbers.
 *
 * <pre>{@code
 * PapilioSoftmaxModel model = new PapilioSoftmax().setL2(1).fit(training);
 * }</pre>
 *
 * <p>Whatever is not set is as in papilio train --model softmax.
 */
public final class PapilioSoftmax extends Learner<PapilioSoftmaxModel, PapilioSoftmax> {
  private static final long serialVersionUID = 1;
  private static final String FAMILY = "softmax";

  public PapilioSoftmax() {
    this(Identifiable$.MODULE$.randomUID("papilioSoftmax"));
  }

  public PapilioSoftmax(String uid) {
    super(uid, Optional.of(FAMILY));
  }

  @Override
  String family() {
    return FAMILY;
  }

  @Override
  PapilioSoftmaxModel model(Model learned, TrainingResult result) {
    return new PapilioSoftmaxModel(uid(), (MatrixModel) learned, result);
  }

  /** Spark looks for it by this name. */
  public static MLReader<PapilioSoftmax> read() {
    return new DefaultParamsReadable<PapilioSoftmax>() {}.read();
  }

  public static PapilioSoftmax load(String path) {
    return read().load(path);
  }
}
