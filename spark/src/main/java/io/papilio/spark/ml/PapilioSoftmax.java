package io.papilio.spark.ml;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.matrix.MatrixModel;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Learns logistic regression of several classes within a barrier stage, by sgd: workers exchange
 * sufficient factors, or whatever is cheapest. Labels are any whole numbers.
 *
 * <pre>{@code
 * PapilioSoftmaxModel model = new PapilioSoftmax().setL2(1).setEpochs(5).fit(training);
 * }</pre>
 *
 * What is not set is as in papilio train --model softmax.
 */
public final class PapilioSoftmax extends Estimator<PapilioSoftmaxModel>
    implements HasColumns<PapilioSoftmax>, HasTraining<PapilioSoftmax>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Columns columns;
  private final TrainingParams training;

  public PapilioSoftmax() {
    this(Identifiable$.MODULE$.randomUID("papilioSoftmax"));
  }

  public PapilioSoftmax(String uid) {
    this.uid = uid;
    this.columns = Columns.of(this);
    this.training = TrainingParams.of(this);
    columns.setDefaults(this);
    training.setDefaults(this);
    setDefault(l2(), 1.0);
    setDefault(epochs(), 5);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Columns columns() {
    return columns;
  }

  @Override
  public TrainingParams training() {
    return training;
  }

  private SoftmaxPlan plan() {
    String usual = getConsistency().equals("bsp") ? "auto" : "factors";
    return new SoftmaxPlan(
        getL2(),
        (int) getOrDefault(epochs()),
        getBatch(),
        getRate().orElse(0),
        isDefined(sync()) ? getOrDefault(sync()) : usual,
        getConsistency(),
        getSeed());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    plan().sync(LinkModel.inproc());
    requireFeatures(schema);
    requireLabels(schema);
    return Predictions.schema(schema, this, PapilioSoftmaxModel.OUTPUTS);
  }

  @Override
  public PapilioSoftmaxModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    SoftmaxPlan plan = plan();
    Trained trained = new Fit(plan, this, getNumWorkers()).run(data);
    MatrixModel learned = plan.model(trained.census(), trained.weights());
    PapilioSoftmaxModel model = new PapilioSoftmaxModel(uid, learned, trained.summary());
    return copyValues(model, ParamMap.empty()).setParent(this);
  }

  @Override
  public PapilioSoftmax copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** For Spark, which looks for it by this name. */
  public static MLReader<PapilioSoftmax> read() {
    return new DefaultParamsReadable<PapilioSoftmax>() {}.read();
  }

  public static PapilioSoftmax load(String path) {
    return read().load(path);
  }
}
