package io.papilio.learn.matrix;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.LbfgsKind;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.SgdKind;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;

/** {@code --optimizer sdca}: {@link Sdca}. */
@AutoService(OptimizerKind.class)
public final class SdcaKind implements OptimizerKind {
  @Override
  public String name() {
    return "sdca";
  }

  @Override
  public Class<?> problem() {
    return SoftmaxProblem.class;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SgdKind.EPOCHS, SgdKind.BATCH, LbfgsKind.TOLERANCE);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 100).with("tolerance", "1e-3");
  }

  @Override
  public boolean takesStrategies() {
    return true;
  }

  @Override
  public boolean survivesLosses() {
    return false;
  }

  @Override
  public long points(Settings settings) {
    return StochasticLoop.EVALUATIONS * (long) settings.get(SgdKind.EPOCHS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    Settings settings = told.settings();
    SoftmaxProblem softmax = (SoftmaxProblem) problem;
    return new Sdca(
        softmax.classes(),
        softmax.features(),
        softmax.l2(),
        settings.get(SgdKind.EPOCHS),
        settings.get(SgdKind.BATCH),
        settings.get(LbfgsKind.TOLERANCE),
        told.seed(),
        told.sync());
  }
}
