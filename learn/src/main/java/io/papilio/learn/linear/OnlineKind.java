package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.SgdKind;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;

/** {@code --optimizer online}: {@link Online}, with Vowpal Wabbit's defaults. */
@AutoService(OptimizerKind.class)
public final class OnlineKind implements OptimizerKind {
  @Override
  public String name() {
    return "online";
  }

  @Override
  public Class<?> problem() {
    return LinearProblem.class;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SgdKind.EPOCHS);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 1).with("l2", 0);
  }

  @Override
  public boolean takesStrategies() {
    return false;
  }

  @Override
  public long points(Settings settings) {
    return StochasticLoop.EVALUATIONS * (long) settings.get(SgdKind.EPOCHS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    return new Online(
        ((LinearProblem) problem).objective(), told.settings().get(SgdKind.EPOCHS), told.seed());
  }
}
