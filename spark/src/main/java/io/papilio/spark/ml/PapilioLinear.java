package io.papilio.spark.ml;

import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Learns a linear model within a barrier stage: Σ weight · loss + l2/2 ‖w‖² + l1 ‖w‖₁, where the
 * intercept is in neither norm.
 *
 * <pre>{@code
 * PapilioLinearModel model = new PapilioLinear().setLoss("logistic").setL2(1).fit(training);
 * }</pre>
 *
 * Losses are logistic, hinge, squared-hinge and squared; optimizers are hybrid, lbfgs, online, sgd
 * and pegasos. What is not set is as in papilio train.
 */
public final class PapilioLinear extends Estimator<PapilioLinearModel>
    implements HasColumns<PapilioLinear>, HasTraining<PapilioLinear>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Columns columns;
  private final TrainingParams training;
  private final Param<String> loss;
  private final Param<String> optimizer;
  private final DoubleParam l1;
  private final IntParam maxIter;
  private final DoubleParam tolerance;

  public PapilioLinear() {
    this(Identifiable$.MODULE$.randomUID("papilioLinear"));
  }

  public PapilioLinear(String uid) {
    this.uid = uid;
    this.columns = Columns.of(this);
    this.training = TrainingParams.of(this);
    this.loss = Columns.text(this, "loss", "logistic, hinge, squared-hinge or squared");
    this.optimizer =
        Columns.text(
            this,
            "optimizer",
            "hybrid, lbfgs, online, sgd or pegasos; if not set hybrid, for hinge pegasos");
    this.l1 =
        new DoubleParam(
            uid,
            "l1",
            "adds l1 times the sum of all |weight|; not by sgd and pegasos",
            ParamValidators.gtEq(0));
    this.maxIter =
        new IntParam(
            uid,
            "maxIter",
            "the most iterations of L-BFGS; if not set 30 in hybrid, 100 in lbfgs",
            ParamValidators.gtEq(1));
    this.tolerance =
        new DoubleParam(
            uid,
            "tolerance",
            "L-BFGS ends when it gains less; if not set 1e-4 in hybrid, 1e-6 in lbfgs",
            ParamValidators.gtEq(0));
    columns.setDefaults(this);
    training.setDefaults(this);
    setDefault(loss, "logistic");
    setDefault(l1, 0.0);
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

  public Param<String> loss() {
    return loss;
  }

  public String getLoss() {
    return getOrDefault(loss);
  }

  public PapilioLinear setLoss(String value) {
    set(loss, value);
    return this;
  }

  public Param<String> optimizer() {
    return optimizer;
  }

  public String getOptimizer() {
    String usual = loss(getLoss()) == Loss.HINGE ? "pegasos" : "hybrid";
    return isDefined(optimizer) ? getOrDefault(optimizer) : usual;
  }

  public PapilioLinear setOptimizer(String value) {
    set(optimizer, value);
    return this;
  }

  public DoubleParam l1() {
    return l1;
  }

  public double getL1() {
    return (double) getOrDefault(l1);
  }

  public PapilioLinear setL1(double value) {
    set(l1, value);
    return this;
  }

  public IntParam maxIter() {
    return maxIter;
  }

  public PapilioLinear setMaxIter(int value) {
    set(maxIter, value);
    return this;
  }

  public DoubleParam tolerance() {
    return tolerance;
  }

  public PapilioLinear setTolerance(double value) {
    set(tolerance, value);
    return this;
  }

  /** How a loss is called here. */
  static String name(Loss loss) {
    return loss.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Loss loss(String name) {
    return Arrays.stream(Loss.values())
        .filter(one -> name(one).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no loss '%s'; there are: logistic, hinge, squared-hinge, squared"
                        .formatted(name)));
  }

  private LinearPlan plan() {
    return new LinearPlan(
        loss(getLoss()),
        getOptimizer(),
        isDefined(l2()) ? getL2() : -1,
        getL1(),
        isDefined(epochs()) ? (int) getOrDefault(epochs()) : 0,
        isDefined(maxIter) ? (int) getOrDefault(maxIter) : 0,
        isDefined(tolerance) ? (double) getOrDefault(tolerance) : -1,
        new LinearPlan.Steps(
            getBatch(),
            getRate().orElse(0),
            isDefined(sync()) ? getOrDefault(sync()) : "",
            getConsistency(),
            getSeed()));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    plan().optimizer();
    requireFeatures(schema);
    requireLabels(schema);
    return Predictions.schema(schema, this, PapilioLinearModel.outputs(loss(getLoss())));
  }

  @Override
  public PapilioLinearModel fit(Dataset<?> data) {
    transformSchema(data.schema());
    LinearPlan plan = plan();
    Trained trained = new Fit(plan, this, getNumWorkers()).run(data);
    LinearModel learned = plan.model(trained.census(), trained.weights());
    PapilioLinearModel model = new PapilioLinearModel(uid, learned, trained.summary());
    return copyValues(model, ParamMap.empty()).setParent(this);
  }

  @Override
  public PapilioLinear copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** For Spark, which looks for it by this name. */
  public static MLReader<PapilioLinear> read() {
    return new DefaultParamsReadable<PapilioLinear>() {}.read();
  }

  public static PapilioLinear load(String path) {
    return read().load(path);
  }
}
