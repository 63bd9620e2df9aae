package io.papilio.learn.matrix;

import io.papilio.learn.data.Labels;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.metric.WeightedMeans;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;

/**
 * A matrix that was learned, as its {@link MatrixFamily} knows it. Families of their own say what
 * it predicts.
 */
public class MatrixModel implements Model {
  private final Learned learned;
  private final MatrixFamily family;
  private final ThreadLocal<FactorProblem.Own> own;

  public MatrixModel(MatrixFamily family, Learned learned) {
    this.learned = learned;
    this.family = family;
    this.own = ThreadLocal.withInitial(() -> new FactorProblem.Own(newFactors()));
  }

  private FactorModel newFactors() {
    return family.factors(learned.settings(), learned.rows(), learned.columns());
  }

  @Override
  public final Learned learned() {
    return learned;
  }

  /** Returns its factor model; of this thread alone. */
  protected final FactorModel factors() {
    return own.get().model;
  }

  /** Returns its weights as a matrix; of this thread alone. */
  public final Matrix matrix() {
    return own.get().matrix(learned.weights());
  }

  @Override
  public int size() {
    return learned.columns() - factors().freeColumns();
  }

  @Override
  public List<String> outputs() {
    return List.of("loss");
  }

  @Override
  public double[] predict(String output, SparseRows rows, int row) {
    requireOutput(output);
    return new double[] {factors().loss(rows, row, matrix())};
  }

  @Override
  public SparseRows labelled(SparseRows rows) {
    return learned.labels().isEmpty() ? rows : new Labels(learned.labels()).numbers(rows);
  }

  @Override
  public Evaluation evaluation() {
    return new WeightedMeans(
        1,
        (rows, row) -> new double[] {factors().loss(rows, row, matrix())},
        means -> MetricValues.loss(means[0]));
  }

  protected static double[] doubles(float[] values) {
    double[] all = new double[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = values[i];
    }
    return all;
  }

  /** Returns the name of a column of W, and what a column is, for {@link #describe}. */
  protected String column(int column) {
    return features().title(column);
  }

  /** Returns a line above the others that says what their values are; mostly none. */
  protected String heading() {
    return "";
  }

  /** Returns what a line of {@link #describe} is. */
  protected String columns() {
    return "a feature, with a value for each row of the matrix";
  }

  @Override
  public void describe(Writer out) throws IOException {
    out.write("# %s; a line is %s\n%s".formatted(this, columns(), heading()));
    int rows = learned.rows();
    for (int column = 0; column < learned.columns(); column++) {
      float[] values = Arrays.copyOfRange(weights(), column * rows, (column + 1) * rows);
      boolean isFree = column >= learned.columns() - factors().freeColumns();
      if (isFree || !Arrays.equals(values, new float[rows])) {
        StringBuilder line = new StringBuilder(isFree ? "bias" : column(column));
        for (float value : values) {
          line.append('\t').append(value);
        }
        out.write(line.append('\n').toString());
      }
    }
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof MatrixModel model && learned.equals(model.learned);
  }

  @Override
  public final int hashCode() {
    return learned.hashCode();
  }

  @Override
  public String toString() {
    return learned.toString();
  }
}
