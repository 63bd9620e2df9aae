package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.LbfgsKind;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;

/** {@code --optimizer hybrid}: {@link Hybrid}. */
@AutoService(OptimizerKind.class)
public final class HybridKind extends OptimizerKind {
  private static final Setting<Integer> ITERATIONS =
      Setting.count("iterations", "I", "30", "Most iterations of L-BFGS in hybrid.");

  /** Creates the kind. */
  public HybridKind() {
    super("hybrid", LinearProblem.class, EPOCHS, ITERATIONS, LbfgsKind.TOLERANCE);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 1).with("tolerance", "1e-4");
  }

  @Override
  public Setting<Integer> limit() {
    return ITERATIONS;
  }

  @Override
  public long points(Settings settings) {
    return super.points(settings) + settings.get(ITERATIONS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    Settings settings = told.settings();
    LinearProblem linear = (LinearProblem) problem;
    return new Hybrid(
        OnlineKind.online(linear, told),
        new Lbfgs(linear.objective(), settings.get(ITERATIONS), settings.get(LbfgsKind.TOLERANCE)));
  }
}
