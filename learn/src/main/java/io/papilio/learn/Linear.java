package io.papilio.learn;

import io.papilio.learn.linear.LinearFamily;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.setting.Settings;

/** Linear models for {@link Papilio#train(ModelChoice)}. */
public final class Linear extends ModelChoice {

  private Linear(Settings settings) {
    super(LinearFamily.NAME, settings);
  }

  private static Linear of(Loss loss) {
    return new Linear(Settings.NONE.with(LinearFamily.LOSS.name(), loss));
  }

  /** Returns a logistic regression of two classes, which gives probabilities. */
  public static Linear logistic() {
    return of(Loss.LOGISTIC);
  }

  /** Returns a support vector machine of two classes. */
  public static Linear hinge() {
    return of(Loss.HINGE);
  }

  /** Returns a linear regression, which predicts numbers. */
  public static Linear squared() {
    return of(Loss.SQUARED);
  }

  /** Returns the same with λ/2 times the squared norm of the weights in the objective. */
  public Linear l2(double lambda) {
    return new Linear(settings().with(LinearFamily.L2.name(), lambda));
  }

  /** Returns the same with λ times the sum of all |weight| in the objective. */
  public Linear l1(double lambda) {
    return new Linear(settings().with(LinearFamily.L1.name(), lambda));
  }
}
