package io.papilio.learn.linear;

import com.google.auto.service.AutoService;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.SgdKind;

/** {@code --optimizer pegasos}: {@link Pegasos}. */
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
    return new Pegasos(
        ((LinearProblem) problem).objective(),
        told.settings().get(EPOCHS),
        told.settings().get(SgdKind.BATCH),
        told.seed(),
        told.sync());
  }
}
