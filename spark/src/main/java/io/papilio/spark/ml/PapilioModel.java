package io.papilio.spark.ml;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.Model;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.util.MLReader;

/**
 * A model of any family. It adds a column for each of its outputs: {@code projection} of dml,
 * {@code code} of sparse-coding; labels, margins and probabilities go to the columns that MLlib has
 * for them.
 */
public final class PapilioModel extends LearnedModel<Model, PapilioModel> {
  private static final long serialVersionUID = 1;

  public PapilioModel(String uid) {
    this(uid, null, null);
  }

  PapilioModel(String uid, Model model, TrainingResult result) {
    super(uid, model, result);
  }

  @Override
  PapilioModel with(Model learned, TrainingResult how) {
    return new PapilioModel(uid(), learned, how);
  }

  /** Returns what {@link #transform} would write for one of the model's outputs. */
  public Vector predict(String output, Vector features) {
    Object said = Predictions.value(learned(), learned().requireOutput(output), features);
    return said instanceof Vector vector ? vector : Vectors.dense((double) said, new double[0]);
  }

  /** Spark looks for it by this name. */
  public static MLReader<PapilioModel> read() {
    return reader();
  }

  public static PapilioModel load(String path) {
    return read().load(path);
  }
}
