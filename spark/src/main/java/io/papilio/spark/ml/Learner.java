package io.papilio.spark.ml;

import static io.papilio.learn.setting.Setting.Type.COUNT;
import static io.papilio.learn.setting.Setting.Type.NUMBER;
import static io.papilio.learn.setting.Setting.Type.TEXT;

import io.papilio.learn.Papilio;
import io.papilio.learn.Training;
import io.papilio.learn.data.Census;
import io.papilio.learn.data.Features;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Learnable;
import io.papilio.learn.model.Lesson;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKinds;
import io.papilio.learn.setting.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * What learners have in common: their parameters fill a {@link TrainingSpec}, which tasks of a
 * barrier stage train. Getters of what is not set return what a training would use.
 *
 * @param <M> the model that it learns
 * @param <S> the learner itself
 */
public abstract class Learner<M extends LearnedModel<?, M>, S extends Learner<M, S>>
    extends Estimator<M> implements HasColumns<S>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final String known; // the family whose settings are parameters; empty: all
  private final Parameters parameters;
  private transient TrainingListener listener; // of this JVM; null: nobody

  /**
   * Creates a learner.
   *
   * @param family whose settings are its parameters; if empty, those of all families
   */
  Learner(String uid, Optional<String> family) {
    this.uid = uid;
    this.known = family.orElse("");
    this.parameters = Parameters.columns(this);
    declared(known)
        .values()
        .forEach(one -> parameters.add(one.type(), one.name(), one.description()));
    parameters.add(COUNT, "maxIter", "The most iterations of L-BFGS, also within hybrid.");
    parameters.add(TEXT, "optimizer", "How to train; if not set, what suits the model.");
    parameters.add(TEXT, "sync", "How workers keep together, as in papilio train --sync.");
    parameters.add(
        TEXT, "consistency", "How far workers may drift apart: bsp, notify-ack, ssp:S or asp.");
    parameters.add(new LongParam(uid, "seed", "Seed of all that is random."));
    parameters.add(NUMBER, "holdOut", "Share of the rows that is kept back to see when to stop.");
    parameters.add(
        COUNT, "patience", "With holdOut: evaluations without a lower loss that end a training.");
    parameters.add(
        COUNT,
        "numWorkers",
        "Tasks that train together; if not set, as many as there are slots and partitions.");
  }

  /** Returns the name of the model family. */
  abstract String family();

  /** Returns the model of Spark that holds what was learned. */
  abstract M model(Model learned, TrainingResult result);

  @Override
  public final String uid() {
    return uid;
  }

  @Override
  public final Parameters parameters() {
    return parameters;
  }

  /** Returns all parameters; those of settings need no method of their own. */
  @Override
  public final Param<?>[] params() {
    return parameters.all();
  }

  /**
   * Sets something that the model or its optimizer can be told, by the name that it has as an
   * option of papilio train, such as {@code precondition}.
   *
   * @throws IllegalArgumentException if there is no such setting, or it has no such value
   */
  public final S setSetting(String name, Object value) {
    String text = String.valueOf(value);
    declared(name, declared(known)).parse(text);
    Param<?> param = parameters.get(name);
    if (param instanceof DoubleParam && text.equals(TrainingSpec.AUTO)) {
      clear(param);
    } else if (param instanceof DoubleParam) {
      set(name, Double.valueOf(text));
    } else {
      set(name, param instanceof IntParam ? (Object) Integer.valueOf(text) : text);
    }
    return self();
  }

  /** Returns the value of such a setting as a training would use it; empty if the data decide. */
  public final String getSetting(String name) {
    Setting<?> setting = declared(name, declared(family()));
    return used().settings().values().getOrDefault(name, setting.usual());
  }

  private static Setting<?> declared(String name, Map<String, Setting<?>> all) {
    if (!all.containsKey(name)) {
      throw new IllegalArgumentException(
          "no setting '%s'; there are: %s".formatted(name, String.join(", ", all.keySet())));
    }
    return all.get(name);
  }

  /** Returns what the models of a family, or of all, and their optimizers can be told. */
  private static Map<String, Setting<?>> declared(String family) {
    List<ModelFamily> families =
        family.isEmpty() ? Families.all() : List.of(Families.named(family));
    Map<String, Setting<?>> byName = new TreeMap<>();
    Consumer<Setting<?>> add = one -> byName.putIfAbsent(one.name(), one);
    families.forEach(one -> one.settings().forEach(add));
    families.stream()
        .flatMap(one -> OptimizerKinds.solving(one.problem()).stream())
        .forEach(one -> one.settings().forEach(add));
    return byName;
  }

  private <T> S with(Param<T> param, T value) {
    set(param, value);
    return self();
  }

  @SuppressWarnings("unchecked") // S says what this is
  private S self() {
    return (S) this;
  }

  public final DoubleParam l2() {
    return parameters.get("l2");
  }

  public final double getL2() {
    return Double.parseDouble(getSetting("l2"));
  }

  /** Adds l2/2 ‖w‖² to the sum of all losses: MLlib's regParam times the weight of all rows. */
  public final S setL2(double value) {
    return setSetting("l2", value);
  }

  public final IntParam epochs() {
    return parameters.get("epochs");
  }

  public final int getEpochs() {
    return Integer.parseInt(getSetting("epochs"));
  }

  /** Sets the number of passes over the rows; for L-BFGS, the most iterations. */
  public final S setEpochs(int value) {
    return setSetting("epochs", value);
  }

  public final IntParam batch() {
    return parameters.get("batch");
  }

  public final int getBatch() {
    return Integer.parseInt(getSetting("batch"));
  }

  /** Sets the batch size per worker. */
  public final S setBatch(int value) {
    return setSetting("batch", value);
  }

  public final DoubleParam rate() {
    return parameters.get("rate");
  }

  /** Returns the initial learning rate if it was set; otherwise it is found on a sample. */
  public final OptionalDouble getRate() {
    return isSet(rate())
        ? OptionalDouble.of((double) getOrDefault(rate()))
        : OptionalDouble.empty();
  }

  public final S setRate(double value) {
    return setSetting("rate", value);
  }

  public final DoubleParam tolerance() {
    return parameters.get("tolerance");
  }

  public final double getTolerance() {
    return Double.parseDouble(getSetting("tolerance"));
  }

  /** Sets the relative gain below which L-BFGS ends. */
  public final S setTolerance(double value) {
    return setSetting("tolerance", value);
  }

  public final IntParam maxIter() {
    return parameters.get("maxIter");
  }

  public final int getMaxIter() {
    return Integer.parseInt(getSetting(spec().limit()));
  }

  /** Sets the most iterations of L-BFGS, alone or within hybrid. */
  public final S setMaxIter(int value) {
    return with(maxIter(), value);
  }

  public final Param<String> optimizer() {
    return parameters.get("optimizer");
  }

  public final String getOptimizer() {
    return used().optimizer();
  }

  /** Names the optimizer, such as {@code lbfgs}. */
  public final S setOptimizer(String value) {
    return with(optimizer(), value);
  }

  public final Param<String> sync() {
    return parameters.get("sync");
  }

  public final String getSync() {
    return used().sync().strategy();
  }

  /** Names the strategy by which workers keep together, as papilio train --sync does. */
  public final S setSync(String value) {
    return with(sync(), value);
  }

  public final Param<String> consistency() {
    return parameters.get("consistency");
  }

  public final String getConsistency() {
    return used().sync().consistency();
  }

  /** Says how far workers may drift apart: bsp, notify-ack, ssp:S or asp. */
  public final S setConsistency(String value) {
    return with(consistency(), value);
  }

  public final LongParam seed() {
    return parameters.get("seed");
  }

  public final long getSeed() {
    return used().seed();
  }

  public final S setSeed(long value) {
    return with(seed(), value);
  }

  public final DoubleParam holdOut() {
    return parameters.get("holdOut");
  }

  public final double getHoldOut() {
    return used().data().holdOut();
  }

  /** Keeps back a share of the rows, and ends when their loss has ceased to fall. */
  public final S setHoldOut(double value) {
    return with(holdOut(), value);
  }

  public final IntParam patience() {
    return parameters.get("patience");
  }

  public final int getPatience() {
    return used().patience();
  }

  /** Ends after so many evaluations of held-out rows without a lower loss. */
  public final S setPatience(int value) {
    return with(patience(), value);
  }

  public final IntParam numWorkers() {
    return parameters.get("numWorkers");
  }

  /** Returns how many tasks train together if it was set; otherwise slots and partitions say. */
  public final OptionalInt getNumWorkers() {
    return isSet(numWorkers())
        ? OptionalInt.of((int) getOrDefault(numWorkers()))
        : OptionalInt.empty();
  }

  /** Sets how many tasks train together. */
  public final S setNumWorkers(int value) {
    return with(numWorkers(), value);
  }

  /**
   * Tells somebody in the driver how a fit goes on, who may also cancel it: then it ends with a
   * {@link java.util.concurrent.CancellationException}. It is not saved with the learner.
   */
  public final S setListener(TrainingListener value) {
    listener = value;
    return self();
  }

  private <T> void ifSet(Param<T> param, Consumer<T> consumer) {
    if (isSet(param)) {
      consumer.accept(getOrDefault(param));
    }
  }

  /** Returns the training that the parameters describe. */
  final TrainingSpec spec() {
    Training training = Papilio.train(family());
    for (String name : declared(known).keySet()) {
      ifSet(parameters.get(name), value -> training.set(name, value));
    }
    ifSet(optimizer(), training::optimizer);
    ifSet(sync(), training::sync);
    ifSet(consistency(), training::consistency);
    ifSet(seed(), value -> training.seed((long) value));
    ifSet(holdOut(), value -> training.holdOut((double) value));
    ifSet(patience(), value -> training.patience((int) value));
    int workers = getNumWorkers().orElse(0);
    training.place(new PlaceSpec(Launch.SPARK, workers, 0, FailurePolicy.ABORT, false));
    ifSet(maxIter(), value -> training.set(training.spec().limit(), value));
    return training.spec();
  }

  private TrainingSpec used() {
    return spec().resolve(OptionalLong.empty());
  }

  private RowColumns columns(TrainingSpec spec) {
    return new RowColumns(
        getFeaturesCol(),
        spec.needsLabels() ? getLabelCol() : "",
        isDefined(weightCol()) ? getWeightCol() : "");
  }

  /** Returns a model of that kind that has learned from next to nothing. */
  private Model example(TrainingSpec spec) {
    Census census =
        new Census(2, 2, 1, new Census.LabelValues(List.of(0f, 1f), 2, false, 0), 2, 0, List.of());
    TrainingSpec used = spec.resolve(OptionalLong.empty());
    Lesson lesson =
        new Lesson(used.settings(), census, Features.plain(), spec.seed(), Optional.empty());
    Learnable learnable = Families.named(family()).learnable(lesson);
    return learnable.model(learnable.start());
  }

  @Override
  public final StructType transformSchema(StructType schema) {
    TrainingSpec spec = spec();
    spec.checkOptions();
    columns(spec).require(schema);
    columns(spec).requireNumbers(schema);
    return Predictions.schema(schema, this, example(spec));
  }

  @Override
  public final M fit(Dataset<?> data) {
    transformSchema(data.schema());
    TrainingSpec spec = spec();
    TrainingRows rows =
        new TrainingRows(
            "the dataset", columns(spec).blocks(data), Optional.empty(), Features.plain());
    TrainingResult result =
        new SparkTraining(
                data.sparkSession().sparkContext(),
                spec,
                listener == null ? TrainingListener.NONE : listener)
            .run(Optional.of(rows), Optional.empty());
    M model = model(result.model(), result);
    return copyValues(model, ParamMap.empty()).setParent(this);
  }

  @Override
  public final S copy(ParamMap extra) {
    S copy = defaultCopy(extra);
    return copy.setListener(listener);
  }
}
