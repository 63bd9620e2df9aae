package io.papilio.examples;

import com.google.auto.service.AutoService;
import io.papilio.learn.Linear;
import io.papilio.learn.Papilio;
import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Batches;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.Smooth;
import io.papilio.learn.optimize.SmoothFunction;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.communicator.Communicator;
import java.util.List;

/**
 * An optimizer of your own: steps along the gradient of all rows, as long as the last step and what
 * it has changed say.
 *
 * <pre>
 *   x ← x − α D g          α = sᵀ D⁻¹ s / sᵀ y      s the last step, y the change of the gradient,
 *                                                    D the inverse diagonal of the Hessian
 * </pre>
 *
 * <p>The annotation is all that is needed: {@code papilio train --optimizer barzilai-borwein
 * --gradient-tolerance 1e-4} knows it, for every model that has gradients.
 *
 * <p>Barzilai and Borwein: Two-Point Step Size Gradient Methods (1988).
 */
@AutoService(OptimizerKind.class)
public final class BarzilaiBorwein extends OptimizerKind {
  private static final String NAME = "barzilai-borwein";
  private static final int MOST_ITERATIONS = 500;

  private static final Setting<Double> TOLERANCE =
      Setting.number(
          "gradient-tolerance",
          "T",
          "1e-4",
          "Length of the gradient at which barzilai-borwein ends, relative to that at the start.");

  /** Names it, what it solves and what it can be told. */
  public BarzilaiBorwein() {
    super(NAME, Smooth.class, TOLERANCE);
  }

  @Override
  public long points(Settings settings) {
    return MOST_ITERATIONS;
  }

  @Override
  public Optimizer optimizer(Problem problem, Instructions told) {
    return new Steps((Smooth) problem, told.settings().get(TOLERANCE));
  }

  /** What each worker does; values and gradients are those of all, so all take the same steps. */
  private record Steps(Smooth problem, double tolerance) implements Optimizer {
    private static final double LITTLE = 1e-4; // of what the slope promises
    private static final double SHORTEST = 1e-9;

    @Override
    public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
      long rows = Batches.agree(comm, shard, 1).rows();
      SmoothFunction function = problem.function(comm, shard, weights);
      if (function.l1() > 0) {
        throw new IllegalArgumentException("%s takes no l1: use lbfgs".formatted(NAME));
      }
      double[] inverse = function.inverseDiagonal();
      double[] gradient = new double[weights.length];
      double[] direction = new double[weights.length];
      double value = function.gradient(gradient);
      double least = tolerance * Math.sqrt(dot(gradient, gradient));
      double step = 1;
      int iterations = 0;
      boolean goesOn = true;
      while (goesOn && iterations < MOST_ITERATIONS && Math.sqrt(dot(gradient, gradient)) > least) {
        for (int i = 0; i < direction.length; i++) {
          direction[i] = -inverse[i] * gradient[i];
        }
        double slope = dot(gradient, direction);
        function.along(direction);
        while (step > SHORTEST && function.at(step).value() > value + LITTLE * step * slope) {
          step /= 2;
        }
        function.move(step);
        value = function.gradient(gradient);
        for (int i = 0; i < weights.length; i++) {
          weights[i] = (float) function.weights()[i];
        }
        iterations++;
        goesOn = step > SHORTEST && watch.onProgress(iterations * rows, weights);
        step *= -slope / (dot(gradient, direction) - slope);
      }
      return iterations;
    }

    private static double dot(double[] one, double[] other) {
      double sum = 0;
      for (int i = 0; i < one.length; i++) {
        sum += one[i] * other[i];
      }
      return sum;
    }
  }

  /** Compares it with L-BFGS. */
  public static void main(String[] args) {
    for (String optimizer : List.of(NAME, "lbfgs")) {
      var result = Papilio.train(Linear.logistic().l2(1)).workers(2).optimizer(optimizer).run();
      System.out.printf(
          "%-16s  objective %.3f after %d iterations%n",
          optimizer, result.objective(), result.iterations());
    }
  }
}
