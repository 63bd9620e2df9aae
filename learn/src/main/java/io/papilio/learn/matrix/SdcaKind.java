package io.papilio.learn.matrix;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.LbfgsKind;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.SgdKind;
import io.papilio.learn.setting.Settings;

/** {@code --optimizer sdca}: {@link Sdca}. */
@AutoService(OptimizerKind.class)
public final class SdcaKind extends OptimizerKind {
  public SdcaKind() {
    super("sdca", SoftmaxProblem.class, EPOCHS, SgdKind.BATCH, LbfgsKind.TOLERANCE);
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

  /** It begins at zero. */
  @Override
  public boolean takesStart() {
    return false;
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    Settings settings = told.settings();
    return new Sdca(
        (SoftmaxProblem) problem,
        settings.get(EPOCHS),
        settings.get(SgdKind.BATCH),
        settings.get(LbfgsKind.TOLERANCE),
        told.seed(),
        told.sync());
  }
}
