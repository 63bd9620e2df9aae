package io.papilio.learn.optimize;

import com.google.auto.service.AutoService;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code --optimizer sgd}: {@link Sgd}, for every problem that batches can teach. */
@AutoService(OptimizerKind.class)
public final class SgdKind extends OptimizerKind {
  /** Rows of a worker in a step. */
  public static final Setting<Integer> BATCH =
      Setting.count("batch", "B", "16", "Batch size per worker.");

  private static final String AUTO = "auto";

  private static final Setting<OptionalDouble> RATE =
      Setting.number(
          "rate",
          "R",
          AUTO,
          "Initial learning rate, or auto, which tries some on a sample.",
          SgdKind::rate);

  private static final Setting<Schedule> SCHEDULE =
      Setting.choice(
          "schedule",
          Schedule.SQRT,
          "How the learning rate falls: not at all (constant), with the square root of the step"
              + " (sqrt), or for each weight by itself (adagrad, for matrix models).");

  private static final Setting<Preconditioner> PRECONDITION =
      Setting.choice(
          "precondition",
          Preconditioner.NONE,
          "Scale the steps of linear models by the inverse frequency of each feature.");

  /** How rates fall. */
  enum Schedule {
    CONSTANT(Rate.Kind.CONSTANT),
    SQRT(Rate.Kind.INVERSE_ROOT),
    ADAGRAD(Rate.Kind.ADAGRAD);

    private final Rate.Kind kind;

    Schedule(Rate.Kind kind) {
      this.kind = kind;
    }
  }

  /** By what steps are multiplied, feature by feature. */
  enum Preconditioner {
    NONE,
    INVERSE_FREQUENCY
  }

  private static OptionalDouble rate(String text) {
    if (text.equals(AUTO)) {
      return OptionalDouble.empty();
    }
    try {
      double rate = Double.parseDouble(text);
      if (rate > 0 && rate < Double.POSITIVE_INFINITY) {
        return OptionalDouble.of(rate);
      }
    } catch (NumberFormatException e) {
      // No number is above 0.
    }
    throw new IllegalArgumentException("must be a number above 0, or auto, not " + text);
  }

  /** Creates the kind. */
  public SgdKind() {
    super("sgd", Stochastic.class, EPOCHS, BATCH, RATE, SCHEDULE, PRECONDITION);
  }

  @Override
  public boolean takesStrategies() {
    return true;
  }

  @Override
  public boolean standsIn() {
    return true;
  }

  @Override
  public Optional<String> warning(Instructions told) {
    boolean drifts = told.settings().get(SCHEDULE) == Schedule.ADAGRAD && !told.sync().isInStep();
    return drifts
        ? Optional.of(
            "with the schedule adagrad under ssp and asp workers drift apart, since each scales its"
                + " steps by what it has heard so far; they do not with bsp or another schedule")
        : Optional.empty();
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    Settings settings = told.settings();
    Stochastic stochastic = ((Stochastic) problem).on(told.threads());
    if (settings.get(PRECONDITION) == Preconditioner.INVERSE_FREQUENCY) {
      stochastic = stochastic.byInverseFrequency();
    }
    Rate rate = new Rate(settings.get(SCHEDULE).kind, settings.get(RATE));
    return new Sgd(
        stochastic, settings.get(EPOCHS), settings.get(BATCH), rate, told.seed(), told.sync());
  }
}
