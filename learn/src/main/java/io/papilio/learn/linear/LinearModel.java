package io.papilio.learn.linear;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.Labels;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MarginEvaluation;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A linear model: the margin of a row is w·x + b.
 *
 * @param learned a row of weights by feature, and then the bias
 * @param loss that was minimised
 */
public record LinearModel(Learned learned, Loss loss) implements Model {

  /** Refuses what is not a row of weights, or has labels that do not suit the loss. */
  public LinearModel {
    if (learned.rows() != 1 || learned.labels().size() != (loss.isTwoClass() ? 2 : 0)) {
      throw new IllegalArgumentException(
          "%s with %d labels is no linear model of %s loss"
              .formatted(learned, learned.labels().size(), loss));
    }
  }

  /**
   * Creates a model.
   *
   * @param weights by feature, and then the bias
   * @param negative the label of margins up to zero, if the loss is of two classes
   * @param positive the label of margins above zero
   */
  public LinearModel(
      Loss loss, float[] weights, float negative, float positive, Features features) {
    this(
        new Learned(
            LinearFamily.NAME,
            Settings.NONE.with("loss", loss),
            features,
            loss.isTwoClass() ? List.of(negative, positive) : List.of(),
            1,
            weights.length,
            weights),
        loss);
  }

  @Override
  public int size() {
    return weights().length - 1;
  }

  /** Returns what is added to every margin. */
  public float bias() {
    return weights()[size()];
  }

  /** Returns the label of margins up to zero; not a number if the loss is not of two classes. */
  public float negative() {
    return loss.isTwoClass() ? learned.labels().get(0) : Float.NaN;
  }

  /** Returns the label of margins above zero; not a number if the loss is not of two classes. */
  public float positive() {
    return loss.isTwoClass() ? learned.labels().get(1) : Float.NaN;
  }

  /** Returns w·x + b of a row. */
  public double margin(SparseRows rows, int row) {
    return rows.dot(row, weights(), size()) + bias();
  }

  /** Returns the label for a margin; for a loss that is not of two classes, the margin itself. */
  public double label(double margin) {
    if (!loss.isTwoClass()) {
      return margin;
    }
    return margin > 0 ? positive() : negative();
  }

  /** Returns how probable the positive label is for a margin, of a logistic model. */
  public static double probability(double margin) {
    return 1 / (1 + Math.exp(-margin));
  }

  @Override
  public List<String> outputs() {
    return loss == Loss.LOGISTIC ? List.of(LABEL, PROBABILITY, MARGIN) : List.of(LABEL, MARGIN);
  }

  @Override
  public double[] predict(String output, SparseRows rows, int row) {
    double margin = margin(rows, row);
    double said =
        switch (requireOutput(output)) {
          case LABEL -> label(margin);
          case PROBABILITY -> probability(margin);
          default -> margin;
        };
    return new double[] {said};
  }

  @Override
  public SparseRows labelled(SparseRows rows) {
    return loss.isTwoClass() ? new Labels(learned.labels()).signs(rows) : rows;
  }

  @Override
  public Evaluation evaluation() {
    return new MarginEvaluation(this::margin, loss::value);
  }

  @Override
  public void describe(Writer out) throws IOException {
    out.write("# %s\nbias\t%s\n".formatted(this, bias()));
    float[] weights = weights();
    int[] features =
        IntStream.range(0, size())
            .filter(i -> weights[i] != 0)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -Math.abs(weights[i])))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int feature : features) {
      out.write(features().title(feature) + "\t" + weights[feature] + "\n");
    }
  }

  @Override
  public String toString() {
    return "a linear model of %d features, %s loss".formatted(size(), Setting.spelling(loss));
  }
}
