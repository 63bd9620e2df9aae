package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.SmoothFunction.Next;
import io.papilio.runtime.communicator.Communicator;
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
 * {@link OrthantWise}. A function may say by itself {@linkplain SmoothFunction#next when} it is
 * near enough, and it may change: so it goes to the minimum of a loss that has corners.
 *
 * <p>Nocedal: Updating Quasi-Newton Matrices with Limited Storage (1980); all-reduced as in
 * Agarwal, Chapelle, Dudík and Langford: A Reliable Effective Terascale Linear Learning System
 * (2014).
 *
 * @param history how many steps it remembers
 */
public record Lbfgs(Smooth problem, int maxIterations, double tolerance, int history)
    implements Optimizer {
  /** The name of its snapshots. */
  public static final String STAGE = "lbfgs";

  private static final int USUAL_HISTORY = 10;
  private static final int OTHER_VECTORS = 8;

  public Lbfgs {
    if (maxIterations < 0 || !(tolerance >= 0) || history < 1) {
      throw new IllegalArgumentException(
          "%d iterations, tolerance %s, history %d".formatted(maxIterations, tolerance, history));
    }
  }

  /** Remembers the last ten steps. */
  public Lbfgs(Smooth problem, int maxIterations, double tolerance) {
    this(problem, maxIterations, tolerance, USUAL_HISTORY);
  }

  /**
   * The pairs that it remembers, the weights, gradients and sums: doubles, as many as weights; and
   * margins, their moves and slopes, as many as rows.
   */
  @Override
  public long memoryBytes(Size size) {
    long rows = size.rows() / size.workers() + 1;
    return 8L * ((2L * history + OTHER_VECTORS) * size.weights() + 3 * rows * problem.margins());
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    long rows = Batches.agree(comm, shard, 1).rows();
    if (rows == 0) {
      return 0;
    }
    SmoothFunction function = problem.function(comm, shard, weights);
    Optional<Snapshot> resumed = watch.resumed().map(snapshot -> snapshot.of(STAGE));
    Descent descent =
        resumed
            .map(snapshot -> new Descent(function, history, watch, snapshot))
            .orElseGet(() -> new Descent(function, history, watch));
    int first = resumed.isPresent() ? descent.iterations() : -1;
    double least = tolerance * descent.firstNorm();
    Next next = descent.next(descent.norm() <= least);
    while (descent.iterations() < maxIterations && next != Next.DONE) {
      if (descent.isFresh() && descent.iterations() != first) {
        watch.onCheckpoint(() -> descent.saveTo(new Snapshot(STAGE)));
        first = descent.iterations();
      }
      double before = descent.value();
      boolean hasMoved = descent.iterate();
      if (hasMoved) {
        copy(function.weights(), weights);
        long examples = (descent.iterations() + 1) * rows;
        if (!watch.onProgress(examples, weights, function.losses())) {
          return descent.iterations();
        }
      }
      boolean isFlat = descent.norm() <= least || isLittle(before - descent.value(), descent);
      next = descent.next(isFlat || !hasMoved);
      if (!hasMoved && next == Next.ITERATE) {
        break; // there is no way on
      }
    }
    if (next != Next.DONE && maxIterations > 0) {
      watch.onNote(
          "L-BFGS stopped after %d iterations, before it converged: allow more iterations"
              .formatted(descent.iterations()));
    }
    return descent.iterations();
  }

  private boolean isLittle(double gain, Descent descent) {
    return gain <= tolerance * Math.abs(descent.value());
  }

  private static void copy(double[] from, float[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] = (float) from[i];
    }
  }
}
