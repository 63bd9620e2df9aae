package io.papilio.spark.ml;

import io.papilio.learn.matrix.Classes;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.spark.ml.Predictions.Output;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A softmax that {@link PapilioSoftmax} has learned; vectors have a value for each class. */
public final class PapilioSoftmaxModel extends LearnedModel<MatrixModel, PapilioSoftmaxModel> {
  static final List<Output> OUTPUTS = List.of(Output.values());

  private static final long serialVersionUID = 1;

  /** For Spark: a model that has learned nothing yet. */
  public PapilioSoftmaxModel(String uid) {
    this(uid, null, null);
  }

  PapilioSoftmaxModel(String uid, MatrixModel model, TrainingSummary summary) {
    super(uid, model, summary);
  }

  /** A row for each class, a column for each feature. */
  public Matrix coefficientMatrix() {
    return new DenseMatrix(numClasses(), numFeatures(), values(0, numFeatures()));
  }

  /** One for each class. */
  public Vector interceptVector() {
    return Vectors.dense(values(numFeatures(), numFeatures() + 1));
  }

  /** Of some columns. */
  private double[] values(int from, int to) {
    double[] values = new double[(to - from) * numClasses()];
    for (int i = 0; i < values.length; i++) {
      values[i] = learned().weights()[from * numClasses() + i];
    }
    return values;
  }

  public int numClasses() {
    return learned().shape().rows();
  }

  public int numFeatures() {
    return learned().shape().knownFeatures();
  }

  /** The labels there are, in the order of the values in vectors. */
  public double[] labels() {
    Classes classes = learned().classes().orElseThrow();
    return classes.labels().stream().mapToDouble(Integer::doubleValue).toArray();
  }

  /** What {@link #transform} would predict. */
  public double predict(Vector features) {
    return labels()[new Margins(learned().weights(), numClasses()).call(features).argmax()];
  }

  @Override
  public StructType transformSchema(StructType schema) {
    requireFeatures(schema);
    return Predictions.schema(schema, this, OUTPUTS);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> data) {
    transformSchema(data.schema());
    Column margins =
        functions
            .udf(new Margins(learned().weights(), numClasses()), SQLDataTypes.VectorType())
            .apply(functions.col(getFeaturesCol()));
    double[] labels = labels();
    UDF1<Vector, Vector> probabilities = PapilioSoftmaxModel::probabilities;
    UDF1<Vector, Double> label = m -> labels[m.argmax()];
    Map<Output, Column> said = new EnumMap<>(Output.class);
    said.put(Output.RAW, margins);
    said.put(
        Output.PROBABILITY, functions.udf(probabilities, SQLDataTypes.VectorType()).apply(margins));
    said.put(Output.LABEL, functions.udf(label, DataTypes.DoubleType).apply(margins));
    return Predictions.add(data, this, said);
  }

  /** W x + b, column by column. */
  private record Margins(float[] weights, int classes) implements UDF1<Vector, Vector> {
    @Override
    public Vector call(Vector features) {
      int size = weights.length / classes - 1;
      Predictions.requireSize(features, size);
      double[] margins = new double[classes];
      Entries entries = (column, value) -> add(column, value, margins);
      entries.add(size, 1);
      Entries.of(features, entries);
      return Vectors.dense(margins);
    }

    private void add(int column, double value, double[] margins) {
      for (int i = 0; i < classes; i++) {
        margins[i] += value * weights[column * classes + i];
      }
    }
  }

  /** Softmax, by the largest margin so that none is too large. */
  private static Vector probabilities(Vector margins) {
    double most = Arrays.stream(margins.toArray()).max().orElseThrow();
    double[] all = Arrays.stream(margins.toArray()).map(m -> Math.exp(m - most)).toArray();
    double sum = Arrays.stream(all).sum();
    return Vectors.dense(Arrays.stream(all).map(value -> value / sum).toArray());
  }

  @Override
  public PapilioSoftmaxModel copy(ParamMap extra) {
    PapilioSoftmaxModel copy = new PapilioSoftmaxModel(uid(), learned(), summary().orElse(null));
    return copyValues(copy, extra).setParent(parent());
  }

  /** For Spark, which looks for it by this name. */
  public static MLReader<PapilioSoftmaxModel> read() {
    return new ModelFolder.Reader<>(
        (shell, model) ->
            shell.copyValues(
                new PapilioSoftmaxModel(shell.uid(), (MatrixModel) model, null), ParamMap.empty()));
  }

  public static PapilioSoftmaxModel load(String path) {
    return read().load(path);
  }
}
