package io.papilio.spark.ml;

import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.spark.ml.Predictions.Output;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

/**
 * A linear model that {@link PapilioLinear} has learned. Of two classes it says which, with the
 * margins of both, and of the logistic loss the probabilities as well; otherwise the margin is what
 * it says.
 */
public final class PapilioLinearModel extends LearnedModel<LinearModel, PapilioLinearModel> {
  private static final long serialVersionUID = 1;

  /** For Spark: a model that has learned nothing yet. */
  public PapilioLinearModel(String uid) {
    this(uid, null, null);
  }

  PapilioLinearModel(String uid, LinearModel model, TrainingSummary summary) {
    super(uid, model, summary);
  }

  /** By feature. */
  public Vector coefficients() {
    double[] values = new double[learned().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = learned().weights()[i];
    }
    return Vectors.dense(values);
  }

  public double intercept() {
    return learned().bias();
  }

  public int numFeatures() {
    return learned().size();
  }

  /** What {@link #transform} would predict. */
  public double predict(Vector features) {
    return learned().label(new Margin(learned().weights()).call(features));
  }

  /** What models of a loss can say. */
  static List<Output> outputs(Loss loss) {
    if (!loss.isTwoClass()) {
      return List.of(Output.LABEL);
    }
    return loss == Loss.LOGISTIC
        ? List.of(Output.RAW, Output.PROBABILITY, Output.LABEL)
        : List.of(Output.RAW, Output.LABEL);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    requireFeatures(schema);
    return Predictions.schema(schema, this, outputs(learned().loss()));
  }

  @Override
  public Dataset<Row> transform(Dataset<?> data) {
    transformSchema(data.schema());
    Column margin =
        functions
            .udf(new Margin(learned().weights()), DataTypes.DoubleType)
            .apply(functions.col(getFeaturesCol()));
    Map<Output, Column> said = new EnumMap<>(Output.class);
    for (Output output : outputs(learned().loss())) {
      said.put(output, said(output, margin));
    }
    return Predictions.add(data, this, said);
  }

  private Column said(Output output, Column margin) {
    boolean two = learned().loss().isTwoClass();
    double negative = learned().negative();
    double positive = learned().positive();
    UDF1<Double, ?> says =
        switch (output) {
          case RAW -> (UDF1<Double, Vector>) m -> Vectors.dense(new double[] {-m, m});
          case PROBABILITY ->
              (UDF1<Double, Vector>)
                  m ->
                      Vectors.dense(
                          new double[] {LinearModel.probability(-m), LinearModel.probability(m)});
          case LABEL -> (UDF1<Double, Double>) m -> two ? m > 0 ? positive : negative : m;
        };
    return functions
        .udf(says, output == Output.LABEL ? DataTypes.DoubleType : SQLDataTypes.VectorType())
        .apply(margin);
  }

  /** w·x + b. */
  private record Margin(float[] weights) implements UDF1<Vector, Double> {
    @Override
    public Double call(Vector features) {
      int size = weights.length - 1;
      Predictions.requireSize(features, size);
      double[] sum = {weights[size]};
      Entries.of(features, (index, value) -> sum[0] += weights[index] * value);
      return sum[0];
    }
  }

  @Override
  public PapilioLinearModel copy(ParamMap extra) {
    PapilioLinearModel copy = new PapilioLinearModel(uid(), learned(), summary().orElse(null));
    return copyValues(copy, extra).setParent(parent());
  }

  /** For Spark, which looks for it by this name. */
  public static MLReader<PapilioLinearModel> read() {
    return new ModelFolder.Reader<>(
        (shell, model) ->
            shell.copyValues(
                new PapilioLinearModel(shell.uid(), (LinearModel) model, null), ParamMap.empty()));
  }

  public static PapilioLinearModel load(String path) {
    return read().load(path);
  }
}
