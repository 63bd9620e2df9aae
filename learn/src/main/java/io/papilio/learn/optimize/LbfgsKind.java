package io.papilio.learn.optimize;

import com.google.auto.service.AutoService;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;

/** {@code --optimizer lbfgs}: {@link Lbfgs}, for every problem with a gradient. */
@AutoService(OptimizerKind.class)
public final class LbfgsKind extends OptimizerKind {
  /** When it ends. */
  public static final Setting<Double> TOLERANCE =
      Setting.number(
          "tolerance",
          "T",
          "1e-6",
          "Stop when an iteration of L-BFGS lowers the objective by less than this share of it; for"
              + " sdca, when the objective is this near the optimum, as a share.");

  /** Creates the kind. */
  public LbfgsKind() {
    super("lbfgs", Smooth.class, EPOCHS, TOLERANCE);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 500);
  }

  @Override
  public long points(Settings settings) {
    return settings.get(EPOCHS);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    return new Lbfgs((Smooth) problem, told.settings().get(EPOCHS), told.settings().get(TOLERANCE));
  }
}
