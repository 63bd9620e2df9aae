package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.data.Labels;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
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

/** Linear models: two classes, or numbers. */
@AutoService(ModelFamily.class)
public final class LinearFamily implements ModelFamily {
  /** Its name. */
  public static final String NAME = "linear";

  /** What a margin costs. */
  public static final Setting<Loss> LOSS =
      Setting.choice("loss", Loss.LOGISTIC, "Loss of a linear model; squared is for numbers.");

  /** The strength of the squared norm. */
  public static final Setting<Double> L2 =
      Setting.number(
          "l2",
          "L",
          "1",
          "Adds L/2 times the squared norm of the weights to the sum of the losses.");

  /** The strength of the absolute norm. */
  public static final Setting<Double> L1 =
      Setting.number(
          "l1",
          "L",
          "0",
          "Adds L times the sum of all |weight|, which makes many of them zero; not by sgd and"
              + " pegasos.");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "two classes, or numbers with --loss squared";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(LOSS, L2, L1);
  }

  private static Loss loss(Settings settings) {
    return settings.get(LOSS);
  }

  @Override
  public Task task(Settings settings) {
    return loss(settings).isTwoClass() ? Task.TWO_CLASSES : Task.NUMBERS;
  }

  @Override
  public Class<? extends Problem> problem() {
    return LinearProblem.class;
  }

  @Override
  public String optimizer(Settings settings, OptionalLong weights) {
    return loss(settings) == Loss.HINGE ? "lbfgs" : "hybrid"; // which needs more iterations
  }

  @Override
  public Sample sample(long seed) {
    return new Sample(new TopicGenerator(seed), 20_000, 5_000);
  }

  @Override
  public String strategy(Consistency consistency) {
    return "butterfly";
  }

  @Override
  public List<String> strategies() {
    return List.of("allreduce", "butterfly", "expander", "periodic", "none");
  }

  @Override
  public Model model(Learned learned) {
    return new LinearModel(learned, loss(learned.settings()));
  }

  private static Objective objective(Settings settings) {
    return new Objective(loss(settings), settings.get(L2), settings.get(L1));
  }

  @Override
  public Problem example(Settings settings, int features) {
    return new LinearProblem(objective(settings), features);
  }

  @Override
  public Learnable learnable(Lesson lesson) {
    Objective objective = objective(lesson.settings());
    Loss loss = objective.loss();
    Optional<Labels> labels =
        loss.isTwoClass() ? Optional.of(Labels.ofTwo(lesson.census())) : Optional.empty();
    return new Linear(lesson, objective, labels, lesson.from(NAME));
  }

  private record Linear(
      Lesson lesson, Objective objective, Optional<Labels> labels, Optional<Learned> from)
      implements Learnable {

    /** Features that only the model to begin with has seen have weights, too. */
    private int features() {
      return Math.max(
          from.map(before -> before.columns() - 1).orElse(0), lesson.census().features());
    }

    @Override
    public SparseRows labelled(SparseRows rows) {
      return labels.map(two -> two.signs(rows)).orElse(rows);
    }

    @Override
    public float[] start() {
      int features = features();
      float[] weights = new float[features + 1];
      from.ifPresent(
          before -> {
            int known = before.columns() - 1;
            System.arraycopy(before.weights(), 0, weights, 0, known);
            weights[features] = before.weights()[known];
          });
      return weights;
    }

    @Override
    public Problem problem() {
      return new LinearProblem(objective, features());
    }

    @Override
    public Model model(float[] weights) {
      float negative = labels.map(two -> two.values().get(0)).orElse(Float.NaN);
      float positive = labels.map(two -> two.values().get(1)).orElse(Float.NaN);
      return new LinearModel(objective.loss(), weights, negative, positive, lesson.features());
    }
  }
}
