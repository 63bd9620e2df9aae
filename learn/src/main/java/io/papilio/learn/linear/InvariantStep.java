package io.papilio.learn.linear;

/**
 * Steps that do not overshoot: an example of weight h has the effect of h infinitely many,
 * infinitely small steps, so that one of weight 2 is the same as two of weight 1.
 *
 * <pre>
 *   dm/dh = −reach · slope(m)       m(0) = the margin now;   reach: how far the margin moves
 *                                                            for a change of one
 *   logistic        z + e^z = z0 + e^z0 + h · reach          z = y m, by Newton
 *   hinge           z = min(1, z0 + h · reach)
 *   squared hinge   1 − z = (1 − z0) · exp(−2 h · reach)
 *   squared         y − m = (y − m0) · exp(−h · reach)
 * </pre>
 *
 * <p>Karampatziakis and Langford: Online Importance Weight Aware Updates (2011).
 */
final class InvariantStep {
  /** Below this the step is as good as a plain one, which divides by nothing. */
  private static final double PLAIN = 1e-9;

  private static final int NEWTON_STEPS = 6;

  /** A step this short, as a share of d, leaves an error of about its square. */
  private static final double CLOSE = 1e-5;

  private InvariantStep() {}

  /** What the weights change by, per value and rate of a feature; the margin moves reach times. */
  static double change(Loss loss, double margin, double y, double h, double reach) {
    double effect = h * reach;
    if (effect < PLAIN) {
      return -h * loss.slope(margin, y);
    }
    double move =
        switch (loss) {
          case LOGISTIC -> y * logistic(y * margin, effect);
          case HINGE -> y * Math.max(0, Math.min(1 - y * margin, effect));
          case SQUARED_HINGE -> -y * Math.max(0, 1 - y * margin) * Math.expm1(-2 * effect);
          case SQUARED -> (margin - y) * Math.expm1(-effect);
        };
    return move / reach;
  }

  /**
   * The d with d + e^z (e^d − 1) = effect. The left side is convex and grows, so Newton's steps
   * come down to it from any point above; both first guesses are above.
   */
  private static double logistic(double z, double effect) {
    double e = Math.exp(z);
    if (e == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double d = effect / (1 + e);
    if (d > 1) {
      d = Math.min(d, Math.log1p(effect / e)); // also if e is 0
    }
    for (int i = 0; i < NEWTON_STEPS; i++) {
      double grown = e * Math.exp(d);
      double step = (d + grown - e - effect) / (1 + grown);
      d -= step;
      if (Math.abs(step) <= CLOSE * d) {
        break;
      }
    }
    return d;
  }
}
