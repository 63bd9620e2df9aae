package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.LbfgsKind;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.SgdKind;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;

/** {@code --optimizer hybrid}: {@link Hybrid}. */
@AutoService(OptimizerKind.class)
public final class HybridKind implements OptimizerKind {
  private static final Setting<Integer> ITERATIONS =
      Setting.count("iterations", "I", "30", "Most iterations of L-BFGS in hybrid.");

  @Override
  public String name() {
    return "hybrid";
  }

  @Override
  public Class<?> problem() {
    return LinearProblem.class;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SgdKind.EPOCHS, ITERATIONS, LbfgsKind.TOLERANCE);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 1).with("tolerance", "1e-4");
  }

  @Override
  public boolean takesStrategies() {
    return false;
  }

  @Override
  public long points(Settings settings) {
    return StochasticLoop.EVALUATIONS * (long) settings.get(SgdKind.EPOCHS)
        + settings.get(ITERATIONS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    Settings settings = told.settings();
    LinearProblem linear = (LinearProblem) problem;
    return new Hybrid(
        new Online(linear.objective(), settings.get(SgdKind.EPOCHS), told.seed()),
        new Lbfgs(linear.objective(), settings.get(ITERATIONS), settings.get(LbfgsKind.TOLERANCE)));
  }
}
