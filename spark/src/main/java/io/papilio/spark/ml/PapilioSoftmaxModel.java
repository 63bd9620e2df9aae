package io.papilio.spark.ml;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.matrix.MatrixModel;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.util.MLReader;

/** A softmax that {@link PapilioSoftmax} has learned; vectors have a value for each class. */
public final class PapilioSoftmaxModel extends LearnedModel<MatrixModel, PapilioSoftmaxModel> {
  private static final long serialVersionUID = 1;

  public PapilioSoftmaxModel(String uid) {
    this(uid, null, null);
  }

  PapilioSoftmaxModel(String uid, MatrixModel model, TrainingResult result) {
    super(uid, model, result);
  }

  @Override
  PapilioSoftmaxModel with(MatrixModel learned, TrainingResult how) {
    return new PapilioSoftmaxModel(uid(), learned, how);
  }

  /** Returns a row for each class, with a column for each feature. */
  public Matrix coefficientMatrix() {
    return new DenseMatrix(numClasses(), numFeatures(), values(0, numFeatures()));
  }

  /** Returns an intercept for each class. */
  public Vector interceptVector() {
    return Vectors.dense(values(numFeatures(), numFeatures() + 1));
  }

  /** Returns the weights of some columns. */
  private double[] values(int from, int to) {
    double[] values = new double[(to - from) * numClasses()];
    for (int i = 0; i < values.length; i++) {
      values[i] = learned().weights()[from * numClasses() + i];
    }
    return values;
  }

  /** Returns how many classes there are. */
  public int numClasses() {
    return learned().learned().rows();
  }

  /** Returns the labels there are, in the order of the values in vectors. */
  public double[] labels() {
    return learned().learned().labels().stream().mapToDouble(Float::doubleValue).toArray();
  }

  /** Spark looks for it by this name. */
  public static MLReader<PapilioSoftmaxModel> read() {
    return reader();
  }

  public static PapilioSoftmaxModel load(String path) {
    return read().load(path);
  }
}
