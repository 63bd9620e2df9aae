package io.papilio.learn.optimize;

/**
 * How {@link Descent} goes down with l1 ‖w‖₁, which has a corner wherever a weight is zero: OWL-QN.
 *
 * <pre>
 *          w₂ |    • start         ◇, what the value grows by: the gradient of all but l1 ‖w‖₁,
 *             |   /                plus or minus l1; at zero the smaller side, or 0 in a corner
 *             |  /                 that leads nowhere down
 *   ----------+-•--------- w₁      direction: of L-BFGS, without the weights that it would
 *             |/  end: w₂ = 0      move uphill; a weight ends at zero where its sign would change
 * </pre>
 *
 * Within an orthant the norm is linear, so that the curvature is that of the rest. A step is halved
 * until the value falls by enough; each trial is a pass over the entries, and mostly the first
 * does.
 *
 * <p>Andrew and Gao: Scalable Training of L1-Regularized Log-Linear Models (2007).
 */
final class OrthantWise implements Descent.StepSearch {
  private static final int MOST_TRIALS = 40;

  private final SmoothFunction function;
  private final double l1;
  private final int penalised;
  private final double[] steepest;
  private final double[] start;
  private final double[] trial;

  OrthantWise(SmoothFunction function) {
    int length = function.weights().length;
    this.function = function;
    this.l1 = function.l1();
    this.penalised = function.penalised();
    this.steepest = new double[length];
    this.start = new double[length];
    this.trial = new double[length];
  }

  @Override
  public double[] steepest(double[] gradient) {
    double[] weights = function.weights();
    System.arraycopy(gradient, 0, steepest, 0, steepest.length);
    for (int i = 0; i < penalised; i++) {
      double side = Math.signum(weights[i]) * l1;
      steepest[i] = side != 0 ? gradient[i] + side : towardsZero(gradient[i]);
    }
    return steepest;
  }

  private double towardsZero(double slope) {
    return Math.abs(slope) <= l1 ? 0 : slope - Math.copySign(l1, slope);
  }

  @Override
  public boolean go(double value, double[] direction) {
    System.arraycopy(function.weights(), 0, start, 0, start.length);
    for (int i = 0; i < direction.length; i++) {
      direction[i] = direction[i] * steepest[i] < 0 ? direction[i] : 0;
    }
    double step = 1;
    for (int trials = 0; trials < MOST_TRIALS; trials++) {
      double slope = tryStep(step, direction);
      function.place(trial);
      if (slope < 0 && function.value() <= value + WolfeSearch.C1 * slope) {
        for (int i = 0; i < direction.length; i++) {
          direction[i] = trial[i] - start[i];
        }
        return true;
      }
      step /= 2;
    }
    function.place(start);
    return false;
  }

  /** Writes where a step leads; returns what the value would fall by if it were linear. */
  private double tryStep(double step, double[] direction) {
    double slope = 0;
    for (int i = 0; i < start.length; i++) {
      double side = start[i] != 0 ? start[i] : -steepest[i];
      double there = start[i] + step * direction[i];
      trial[i] = there * side > 0 || i >= penalised ? there : 0;
      slope += steepest[i] * (trial[i] - start[i]);
    }
    return slope;
  }
}
