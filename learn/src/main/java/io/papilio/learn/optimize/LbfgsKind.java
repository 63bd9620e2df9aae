package io.papilio.learn.optimize;

import com.google.auto.service.AutoService;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;

/** {@code --optimizer lbfgs}: {@link Lbfgs}, for every problem with a gradient. */
@AutoService(OptimizerKind.class)
public final class LbfgsKind implements OptimizerKind {
  /** When it ends. */
  public static final Setting<Double> TOLERANCE =
      Setting.number(
          "tolerance",
          "T",
          "1e-6",
          "Relative gain below which L-BFGS ends, or relative distance from the optimum of sdca.");

  @Override
  public String name() {
    return "lbfgs";
  }

  @Override
  public Class<?> problem() {
    return Smooth.class;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(SgdKind.EPOCHS, TOLERANCE);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 500);
  }

  @Override
  public boolean takesStrategies() {
    return false;
  }

  @Override
  public long points(Settings settings) {
    return settings.get(SgdKind.EPOCHS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    return new Lbfgs(
        (Smooth) problem, told.settings().get(SgdKind.EPOCHS), told.settings().get(TOLERANCE));
  }
}
