package io.papilio.spark.ml;

import static io.papilio.learn.model.Model.LABEL;

import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.ModelFile;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Optional;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * What models of Spark that hold one of Papilio's have in common. They may be used in closures and
 * functions of SQL.
 *
 * @param <L> what was learned
 * @param <M> the model itself
 */
public abstract class LearnedModel<
        L extends io.papilio.learn.model.Model, M extends LearnedModel<L, M>>
    extends Model<M> implements HasColumns<M>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Parameters parameters;
  private final transient TrainingResult result;
  private transient L learned; // written as the bytes of a model file

  LearnedModel(String uid, L learned, TrainingResult result) {
    this.uid = uid;
    this.parameters = Parameters.columns(this);
    this.learned = learned;
    this.result = result;
  }

  /** Returns a model of the same class and parameters that has learned something else. */
  abstract M with(L learned, TrainingResult how);

  @Override
  public final String uid() {
    return uid;
  }

  @Override
  public final Parameters parameters() {
    return parameters;
  }

  /** Returns what was learned, as all of Papilio knows it. */
  public final L learned() {
    return learned;
  }

  /** Returns how the training went; nothing if the model was loaded, or sent to an executor. */
  public final Optional<TrainingResult> summary() {
    return Optional.ofNullable(result);
  }

  /** Returns the number of features of a vector. */
  public final int numFeatures() {
    return learned().size();
  }

  @Override
  public final StructType transformSchema(StructType schema) {
    new RowColumns(getFeaturesCol(), "", "").require(schema);
    return Predictions.schema(schema, this, learned);
  }

  @Override
  public final Dataset<Row> transform(Dataset<?> data) {
    transformSchema(data.schema());
    return Predictions.add(data, this);
  }

  /** Returns the label or the number that {@link #transform} would predict. */
  public final double predict(Vector features) {
    return (double) Predictions.value(learned, learned.requireOutput(LABEL), features);
  }

  @Override
  public final M copy(ParamMap extra) {
    return copyValues(with(learned, result), extra).setParent(parent());
  }

  @Override
  public final MLWriter write() {
    return new ModelFolder.Writer(DefaultParamsWritable.super.write(), learned);
  }

  /** Returns a reader of models of one class. */
  @SuppressWarnings("unchecked") // a family makes models of one class
  static <L extends io.papilio.learn.model.Model, M extends LearnedModel<L, M>>
      MLReader<M> reader() {
    return new ModelFolder.Reader<M>(
        (shell, model) -> shell.copyValues(shell.with((L) model, null), ParamMap.empty()));
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeObject(ModelFile.bytes(learned));
  }

  @SuppressWarnings("unchecked") // a family makes models of one class
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    learned = (L) ModelFile.of((byte[]) in.readObject());
  }

  @Override
  public final String toString() {
    return "%s: %s".formatted(uid, learned);
  }
}
