package io.papilio.learn.matrix;

import com.google.auto.service.AutoService;
import io.papilio.learn.data.Census;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.metric.WeightedMeans;
import io.papilio.learn.model.Learnable;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Lesson;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;

/** Dictionaries of which a few atoms add up to each example: {@link SparseCoding}. */
@AutoService(ModelFamily.class)
public final class SparseCodingFamily extends MatrixFamily {
  public static final String NAME = "sparse-coding";

  private static final Setting<Integer> ATOMS =
      Setting.count("atoms", "N", "64", "Number of dictionary atoms of sparse-coding.");

  private static final Setting<Double> L1 =
      Setting.number("l1", "L", "0.1", "Adds L times the sum of all |code| of sparse-coding.");

  /** To find the code of a row takes as long as many other losses. */
  private static final int MOST_JUDGED = 500;

  public SparseCodingFamily() {
    super(NAME, "a dictionary", Task.UNLABELLED, ATOMS, L1);
  }

  @Override
  protected Size size(Settings settings, Census census, int features) {
    return new Size(features, settings.get(ATOMS));
  }

  @Override
  protected FactorModel factors(Settings settings, int rows, int columns) {
    return new SparseCoding(rows, columns, settings.get(L1));
  }

  @Override
  public Sample sample(long seed) {
    return new Sample(new PartsGenerator(seed, 32, 64), 2_000, 500);
  }

  @Override
  public Learnable learnable(Lesson lesson) {
    return new MatrixLearnable(lesson) {
      @Override
      public int mostJudged() {
        return MOST_JUDGED;
      }
    };
  }

  @Override
  public Model model(Learned learned) {
    return new Dictionary(this, learned);
  }

  /**
   * Returns how well a code a stands for an example x.
   *
   * <pre>
   *   ‖x − W a‖²    ‖x‖²    share of a that is not 0    ‖a‖₁
   * </pre>
   */
  static double[] judged(float[] example, float[] restored, float[] code) {
    double[] values = new double[4];
    for (int i = 0; i < example.length; i++) {
      double difference = (double) example[i] - restored[i];
      values[0] += difference * difference;
      values[1] += (double) example[i] * example[i];
    }
    for (float each : code) {
      values[2] += each != 0 ? 1.0 / code.length : 0;
      values[3] += Math.abs(each);
    }
    return values;
  }

  /** Returns what the means of these values say; no number if all examples are zero. */
  static MetricValues metrics(double[] means, double strength) {
    return MetricValues.loss(means[0] / 2 + strength * means[3])
        .with("reconstruction", Math.sqrt(means[0] / means[1]))
        .with("nonZeros", means[2]);
  }

  private static final class Dictionary extends MatrixModel {
    Dictionary(MatrixFamily family, Learned learned) {
      super(family, learned);
    }

    @Override
    public int size() {
      return learned().rows();
    }

    @Override
    public List<String> outputs() {
      return List.of("code");
    }

    private float[] code(SparseRows rows, int row) {
      float[] code = new float[learned().columns()];
      ((SparseCoding) factors()).encode(rows, row, matrix(), code);
      return code;
    }

    @Override
    public double[] predict(String output, SparseRows rows, int row) {
      requireOutput(output);
      return doubles(code(rows, row));
    }

    /** As LIBSVM writes vectors: atoms are numbered from 1, and zeros left out. */
    @Override
    public String text(String output, SparseRows rows, int row) {
      requireOutput(output);
      float[] code = code(rows, row);
      StringBuilder text = new StringBuilder();
      for (int d = 0; d < code.length; d++) {
        if (code[d] != 0) {
          text.append(text.isEmpty() ? "" : " ").append(d + 1).append(':').append(code[d]);
        }
      }
      return text.toString();
    }

    @Override
    public Evaluation evaluation() {
      float[] restored = new float[learned().rows()];
      double strength = learned().settings().get(L1);
      return new WeightedMeans(
          4,
          (rows, row) -> {
            float[] code = code(rows, row);
            matrix().times(code, restored);
            return judged(dense(rows, row), restored, code);
          },
          means -> metrics(means, strength));
    }

    private float[] dense(SparseRows rows, int row) {
      float[] values = new float[learned().rows()];
      for (int i = rows.start(row); i < rows.end(row); i++) {
        if (rows.indices()[i] < values.length) {
          values[rows.indices()[i]] = rows.values()[i];
        }
      }
      return values;
    }

    @Override
    protected String column(int column) {
      return Integer.toString(column + 1);
    }

    @Override
    protected String columns() {
      return "an atom, with a value for each feature";
    }

    @Override
    public String toString() {
      return "%d atoms of %d features".formatted(learned().columns(), size());
    }
  }
}
