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

/** {@code --optimizer pegasos}: {@link Pegasos}. */
@AutoService(OptimizerKind.class)
public final class PegasosKind implements OptimizerKind {
  @Override
  public String name() {
    return "pegasos";
  }

  @Override
  public Class<?> problem() {
    return LinearProblem.class;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SgdKind.EPOCHS, SgdKind.BATCH);
  }

  @Override
  public boolean takesStrategies() {
    return true;
  }

  @Override
  public long points(Settings settings) {
    return StochasticLoop.EVALUATIONS * (long) settings.get(SgdKind.EPOCHS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    return new Pegasos(
        ((LinearProblem) problem).objective(),
        told.settings().get(SgdKind.EPOCHS),
        told.settings().get(SgdKind.BATCH),
        told.seed(),
        told.sync());
  }
}
