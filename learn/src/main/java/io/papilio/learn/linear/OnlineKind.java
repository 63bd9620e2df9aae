package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.setting.Settings;

/** {@code --optimizer online}: {@link Online}, with Vowpal Wabbit's defaults. */
@AutoService(OptimizerKind.class)
public final class OnlineKind extends OptimizerKind {
  /** Creates the kind. */
  public OnlineKind() {
    super("online", LinearProblem.class, EPOCHS);
  }

  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 1).with("l2", 0);
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    return online((LinearProblem) problem, told);
  }

  /** Refuses more weights than there can be, before anybody takes memory for them. */
  static Online online(LinearProblem problem, Instructions told) {
    OnlineState.requireFits(problem.weights());
    return new Online(problem.objective(), told.settings().get(EPOCHS), told.seed());
  }
}
