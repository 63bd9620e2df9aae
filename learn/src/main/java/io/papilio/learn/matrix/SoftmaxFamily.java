package io.papilio.learn.matrix;

import com.google.auto.service.AutoService;
import io.papilio.learn.data.Census;
import io.papilio.learn.data.Labels;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.metric.WeightedMeans;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;
import java.util.OptionalLong;

/** Logistic regression of several classes: {@link Softmax}. */
@AutoService(ModelFamily.class)
public final class SoftmaxFamily extends MatrixFamily {
  private static final Setting<Double> L2 =
      Setting.number(
          "l2",
          "L",
          "1",
          "Adds L/2 times the squared norm of the weights to the sum of the losses.");

  private static final long MOST_FOR_LBFGS = 10_000_000;
  private static final int TOP = 5; // among how many classes the true one should be, at least

  public SoftmaxFamily() {
    super("softmax", "several classes", Task.CLASSES, L2);
  }

  @Override
  public Class<? extends Problem> problem() {
    return SoftmaxProblem.class;
  }

  /** L-BFGS keeps some twenty vectors of as many doubles as there are weights. */
  @Override
  public String optimizer(Settings settings, OptionalLong weights) {
    return weights.orElse(0) <= MOST_FOR_LBFGS ? "lbfgs" : "sgd";
  }

  @Override
  protected Size size(Settings settings, Census census, int features) {
    return new Size(Labels.ofSeveral(census).values().size(), features + 1);
  }

  @Override
  protected FactorModel factors(Settings settings, int rows, int columns) {
    return new Softmax(rows, columns - 1, settings.get(L2));
  }

  @Override
  protected FactorProblem problem(Settings settings, Size size) {
    return new SoftmaxProblem(size.rows(), size.columns() - 1, settings.get(L2));
  }

  @Override
  public Sample sample(long seed) {
    return new Sample(new ClassesGenerator(seed), 20_000, 5_000);
  }

  @Override
  public Model model(Learned learned) {
    return new SoftmaxModel(this, learned);
  }

  /**
   * Returns how many classes come before the true one: of equal ones the smaller number does, and
   * what is not a number comes before the true one, or is it and has all before it.
   */
  static int place(float[] probabilities, int trueClass) {
    float own = probabilities[trueClass];
    int before = 0;
    for (int i = 0; i < probabilities.length; i++) {
      boolean isAfter = i < trueClass ? probabilities[i] < own : probabilities[i] <= own;
      before += isAfter || i == trueClass ? 0 : 1;
    }
    return before;
  }

  private static final class SoftmaxModel extends MatrixModel {
    SoftmaxModel(MatrixFamily family, Learned learned) {
      super(family, learned);
      if (learned.labels().size() != learned.rows()) {
        throw new IllegalArgumentException(
            "%s with %d labels".formatted(learned, learned.labels().size()));
      }
    }

    @Override
    public List<String> outputs() {
      return List.of(LABEL, PROBABILITY, MARGIN);
    }

    @Override
    public double[] predict(String output, SparseRows rows, int row) {
      float[] values = new float[learned().rows()];
      Softmax softmax = (Softmax) factors();
      softmax.margins(rows, row, matrix(), values);
      switch (requireOutput(output)) {
        case PROBABILITY:
          Softmax.normalise(values);
          return doubles(values);
        case MARGIN:
          return doubles(values);
        default:
          int best = 0;
          for (int j = 1; j < values.length; j++) {
            best = values[j] > values[best] ? j : best;
          }
          return new double[] {learned().labels().get(best)};
      }
    }

    @Override
    public Evaluation evaluation() {
      float[] p = new float[learned().rows()];
      return new WeightedMeans(
          3,
          (rows, row) -> {
            ((Softmax) factors()).probabilities(rows, row, matrix(), p);
            int place = place(p, (int) rows.label(row));
            double loss = factors().loss(rows, row, matrix());
            return new double[] {loss, place == 0 ? 1 : 0, place < TOP ? 1 : 0};
          },
          means ->
              MetricValues.loss(means[0]).with("accuracy", means[1]).with("top" + TOP, means[2]));
    }

    @Override
    protected String columns() {
      return "a feature, with a weight for each label";
    }

    @Override
    protected String heading() {
      StringBuilder labels = new StringBuilder("label");
      learned().labels().forEach(label -> labels.append('\t').append(Labels.text(label)));
      return labels.append('\n').toString();
    }

    @Override
    public String toString() {
      return "softmax of %d classes, %d features".formatted(learned().rows(), size());
    }
  }
}
