package io.papilio.spark.ml;

import java.util.Optional;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.MLWriter;

/**
 * What models of Spark that hold one of Papilio's have in common.
 *
 * @param <L> what was learned
 * @param <M> the model itself
 */
public abstract class LearnedModel<
        L extends io.papilio.learn.linear.Model, M extends LearnedModel<L, M>>
    extends Model<M> implements HasColumns<M>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final Columns columns;
  private final transient L learned;
  private final transient Optional<TrainingSummary> summary;

  LearnedModel(String uid, L learned, TrainingSummary summary) {
    this.uid = uid;
    this.columns = Columns.of(this);
    this.learned = learned;
    this.summary = Optional.ofNullable(summary);
    columns.setDefaults(this);
  }

  @Override
  public final String uid() {
    return uid;
  }

  @Override
  public final Columns columns() {
    return columns;
  }

  /** What was learned, as all of Papilio knows it. */
  public final L learned() {
    return learned;
  }

  /** How the training went; nothing of a model that was loaded. */
  public final Optional<TrainingSummary> summary() {
    return summary;
  }

  @Override
  public final MLWriter write() {
    return new ModelFolder.Writer(DefaultParamsWritable.super.write(), learned);
  }

  @Override
  public final String toString() {
    return "%s: %s".formatted(uid, learned);
  }
}
