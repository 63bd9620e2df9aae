package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.SgdKind;
import io.papilio.learn.setting.Settings;

/** {@code --optimizer pegasos}: {@link Sgd} with the steps of {@link Pegasos}. */
@AutoService(OptimizerKind.class)
public final class PegasosKind extends OptimizerKind {
  /** Creates the kind. */
  public PegasosKind() {
    super("pegasos", LinearProblem.class, EPOCHS, SgdKind.BATCH);
  }

  @Override
  public boolean takesStrategies() {
    return true;
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    Settings settings = told.settings();
    LinearProblem pegasos = ((LinearProblem) problem).with(LinearProblem.Steps.PEGASOS);
    Rate unused = new Rate(Rate.Kind.CONSTANT, 1);
    return new Sgd(
        pegasos,
        settings.get(EPOCHS),
        settings.get(SgdKind.BATCH),
        unused,
        told.seed(),
        told.sync());
  }
}
