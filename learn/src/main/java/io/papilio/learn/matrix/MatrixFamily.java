package io.papilio.learn.matrix;

import io.papilio.learn.data.Census;
import io.papilio.learn.data.Labels;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.model.Learnable;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Lesson;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.mixing.Consistency;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * A family whose parameter is a matrix with factors for a gradient: a {@link FactorModel}, and how
 * large its matrix is.
 */
public abstract class MatrixFamily implements ModelFamily {
  public record Size(int rows, int columns) {}

  private final String name;
  private final String summary;
  private final Task task;
  private final List<Setting<?>> settings;

  /**
   * Creates a family.
   *
   * @param name as in {@code --model}
   * @param summary in a few words what it is for, for help texts
   * @param settings what it can be told, apart from what optimizers can be told
   */
  protected MatrixFamily(String name, String summary, Task task, Setting<?>... settings) {
    this.name = name;
    this.summary = summary;
    this.task = task;
    this.settings = List.of(settings);
  }

  /**
   * Returns how large the matrix is.
   *
   * @param features how many there are, in the data and in the model to begin with
   */
  protected abstract Size size(Settings settings, Census census, int features);

  protected abstract FactorModel factors(Settings settings, int rows, int columns);

  /** Returns what is to be minimised, for one worker. */
  protected FactorProblem problem(Settings settings, Size size) {
    return new FactorProblem(() -> factors(settings, size.rows, size.columns));
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String summary() {
    return summary;
  }

  @Override
  public final List<Setting<?>> settings() {
    return settings;
  }

  @Override
  public Task task(Settings given) {
    return task;
  }

  @Override
  public Class<? extends Problem> problem() {
    return FactorProblem.class;
  }

  @Override
  public String optimizer(Settings settings, OptionalLong weights) {
    return "sgd";
  }

  /** Whatever is cheapest, where all are in step; else what need not be. */
  @Override
  public String strategy(Consistency consistency) {
    if (consistency.isBulkSynchronous()) {
      return "auto";
    }
    return consistency.slack() == 0 ? "server" : "factors"; // which do not go with notify-ack
  }

  @Override
  public List<String> strategies() {
    return List.of("factors", "full-matrix", "server");
  }

  @Override
  public Problem example(Settings settings, int features) {
    return problem(settings, new Size(2, 2));
  }

  @Override
  public Model model(Learned learned) {
    return new MatrixModel(this, learned);
  }

  @Override
  public Learnable learnable(Lesson lesson) {
    return new MatrixLearnable(lesson);
  }

  /** What there is to learn; families may want other rows than the examples. */
  protected class MatrixLearnable implements Learnable {
    private final Lesson lesson;
    private final Optional<Learned> from;
    private final Optional<Labels> classes;
    private final Size size;

    /** Checks that there is something to learn, from where the lesson begins. */
    protected MatrixLearnable(Lesson lesson) {
      this.lesson = lesson;
      this.from = lesson.from(name());
      this.classes =
          task(lesson.settings()) == Task.CLASSES
              ? Optional.of(Labels.ofSeveral(lesson.census()))
              : Optional.empty();
      Census census = lesson.census();
      int known = from.map(before -> model(before).size()).orElse(0);
      this.size = size(lesson.settings(), census, Math.max(known, census.features()));
      from.ifPresent(this::requireSame);
    }

    private void requireSame(Learned before) {
      List<Float> labels = labels();
      if (!before.labels().equals(labels)) {
        throw new IllegalArgumentException(
            "the model to begin with has other classes than the data");
      }
      int known = model(before).size();
      Size then = size(lesson.settings(), lesson.census(), known);
      if (then.rows != before.rows() || then.columns != before.columns()) {
        throw new IllegalArgumentException(
            "the model to begin with has another size: it is " + model(before));
      }
    }

    private List<Float> labels() {
      return classes.map(Labels::values).orElse(List.of());
    }

    private FactorModel newFactors() {
      return factors(lesson.settings(), size.rows, size.columns);
    }

    @Override
    public SparseRows labelled(SparseRows rows) {
      return classes.map(known -> known.numbers(rows)).orElse(rows);
    }

    @Override
    public float[] start() {
      float[] weights = new float[Matrix.length(size.rows, size.columns)];
      FactorModel factors = newFactors();
      if (from.isEmpty()) {
        factors.start(Matrix.of(factors, weights), new SplittableRandom(lesson.seed()));
      } else {
        copy(from.get(), weights, factors.freeColumns());
      }
      return weights;
    }

    /** What the model to begin with knows; columns that are free of l2 stay the last. */
    private void copy(Learned before, float[] weights, int free) {
      for (int column = 0; column < before.columns(); column++) {
        boolean isLast = column >= before.columns() - free;
        int to = isLast ? column + size.columns - before.columns() : column;
        System.arraycopy(
            before.weights(), column * before.rows(), weights, to * size.rows, before.rows());
      }
    }

    @Override
    public Problem problem() {
      return MatrixFamily.this.problem(lesson.settings(), size);
    }

    @Override
    public Model model(float[] weights) {
      return MatrixFamily.this.model(
          new Learned(
              name(),
              lesson.settings(),
              lesson.features(),
              labels(),
              size.rows,
              size.columns,
              weights));
    }

    private Model model(Learned before) {
      return MatrixFamily.this.model(before);
    }
  }
}
