package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;
import java.util.Optional;

/**
 * L-BFGS: Newton's method with a curvature that is guessed from the last steps.
 *
 * <pre>
 *   gradient  ->  direction  ->  line search  ->  step  ->  gradient ...
 *   one pass,     no data        one pass, then
 *   one                          O(rows) and two
 *   all-reduce                   numbers a trial
 * </pre>
 *
 * The gradient is preconditioned by the diagonal of the Hessian at the start (Jacobi). It ends when
 * the gradient is {@code tolerance} times as long as at the start, or an iteration lowers the
 * objective by no more than that share; and when rounding allows no step any more. With l1 it is
 * {@link OrthantWise}.
 *
 * <p>Nocedal: Updating Quasi-Newton Matrices with Limited Storage (1980); all-reduced as in
 * Agarwal, Chapelle, Dudík and Langford: A Reliable Effective Terascale Linear Learning System
 * (2014).
 *
 * @param history how many steps it remembers
 */
public record Lbfgs(Objective objective, int maxIterations, double tolerance, int history)
    implements Optimizer {
  static final String STAGE = "lbfgs";
  private static final int USUAL_HISTORY = 10;

  public Lbfgs {
    if (objective.loss() == Loss.HINGE) {
      throw new IllegalArgumentException(
          "lbfgs needs a loss with a derivative, which hinge has not: use squared-hinge, or the"
              + " optimizers pegasos or sgd");
    }
    if (maxIterations < 0 || !(tolerance >= 0) || history < 1) {
      throw new IllegalArgumentException(
          "%d iterations, tolerance %s, history %d".formatted(maxIterations, tolerance, history));
    }
  }

  /** Remembering the last ten steps. */
  public Lbfgs(Objective objective, int maxIterations, double tolerance) {
    this(objective, maxIterations, tolerance, USUAL_HISTORY);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    long rows = Batches.agree(comm, shard, 1, weights.length).rows();
    if (rows == 0) {
      return 0;
    }
    ShardObjective function = new ShardObjective(comm, shard, objective, weights);
    Optional<Snapshot> resumed = watch.resumed().map(snapshot -> snapshot.of(STAGE));
    Descent descent =
        resumed
            .map(snapshot -> new Descent(function, history, snapshot))
            .orElseGet(() -> new Descent(function, history));
    int first = resumed.isPresent() ? descent.iterations() : -1;
    double least = tolerance * descent.firstNorm();
    while (descent.iterations() < maxIterations && descent.norm() > least) {
      if (descent.isFresh() && descent.iterations() != first) {
        watch.onCheckpoint(() -> descent.saveTo(new Snapshot(STAGE)));
      }
      double before = descent.value();
      if (!descent.iterate()) {
        break;
      }
      function.copyTo(weights);
      boolean goOn = watch.onProgress((descent.iterations() + 1) * rows, weights);
      if (!goOn || before - descent.value() <= tolerance * Math.abs(descent.value())) {
        break;
      }
    }
    return descent.iterations();
  }
}
