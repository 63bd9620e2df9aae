package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Stepper;
import io.papilio.learn.optimize.Stochastic;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy.Exchanged;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;

/**
 * Σ loss + l2/2 ‖W‖² of a matrix model, whose weights are W column by column, of {@link
 * Matrix#length}. It may be used by several threads: each has a model of its own.
 */
public class FactorProblem implements Stochastic {
  private final Supplier<? extends FactorModel> models;
  private final int threads;
  private final ThreadLocal<Own> own;

  /** What a thread has for itself: models and matrices have scratch arrays. */
  static final class Own {
    final FactorModel model;
    private WeakReference<Matrix> last = new WeakReference<>(null); // threads may outlive it

    Own(FactorModel model) {
      this.model = model;
    }

    /** Returns weights as a matrix, mostly the same ones as the last time. */
    Matrix matrix(float[] weights) {
      Matrix matrix = last.get();
      if (matrix == null || matrix.unsettled() != weights) {
        matrix = Matrix.of(model, weights);
        last = new WeakReference<>(matrix);
      }
      return matrix;
    }
  }

  /**
   * Makes the problem of a model.
   *
   * @param threads of each worker that apply updates
   */
  public FactorProblem(Supplier<? extends FactorModel> models, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
    this.models = models;
    this.threads = threads;
    this.own = ThreadLocal.withInitial(() -> new Own(models.get()));
  }

  public FactorProblem(Supplier<? extends FactorModel> models) {
    this(models, 1);
  }

  /** Returns a model that is nobody else's. */
  public FactorModel model() {
    return models.get();
  }

  @Override
  public int weights() {
    FactorModel model = own.get().model;
    return Matrix.length(model.rows(), model.columns());
  }

  @Override
  public double loss(SparseRows rows, int row, float[] weights) {
    return own.get().model.loss(rows, row, own.get().matrix(weights));
  }

  @Override
  public double objective(double losses, float[] weights) {
    return losses + own.get().model.l2() / 2 * own.get().matrix(weights).squaredNorm();
  }

  @Override
  public Stochastic on(int newThreads) {
    return new FactorProblem(models, newThreads);
  }

  @Override
  public void check(Rate rate, Sync sync) {
    if (sync.strategy().exchanged() == Exchanged.GRADIENTS && sync.consistency().slack() > 0) {
      throw new IllegalArgumentException(
          "allreduce of matrices goes with bsp only, not with %s: use factors or server"
              .formatted(sync.consistency()));
    }
  }

  @Override
  public Stepper stepper(StochasticLoop loop, Rate rate, float[] weights) {
    FactorModel model = models.get();
    double lambda = model.l2() / loop.rows();
    MatrixStep step = new MatrixStep(Matrix.of(model, weights), model, rate, lambda, threads);
    return new FactorStepper(loop, model, step);
  }

  /** By the fourth root: with the square root steps are too long on MNIST and on RCV1. */
  @Override
  public double raise() {
    return 0.25;
  }

  /**
   * Returns what one of so many workers needs for it, in bytes, at most.
   *
   * <pre>
   *   W, its sums of squares         as large as W each
   *   sums of all workers            the same; entries are exchanged where they are less than half
   *   averages with others           W as it is sent, as it is received, and sums in doubles
   *   pairs of this worker           values, indices, bytes; arrays may be twice as long as needed
   *   pairs that are applied         the same without bytes, of all workers if they are sent to
   *                                  all; and u one by one, packed, and the chains of entries
   *   under way                      see FactorBroadcast
   * </pre>
   */
  @Override
  public long memoryBytes(Sgd sgd, int workers) {
    FactorModel model = models.get();
    Exchanged exchanged = sgd.sync().strategy().exchanged();
    int length = Matrix.length(model.rows(), model.columns());
    long matrix = 4L * length;
    long pairs = Factors.mostBytes(sgd.batch(), model.rows(), model.columns());
    boolean shares = workers > 1;
    boolean exchanges = FactorStepper.exchanges(sgd.sync());
    boolean sends = shares && (exchanged == Exchanged.FACTORS || exchanged == Exchanged.CHEAPEST);
    boolean sums = shares && exchanges && exchanged != Exchanged.FACTORS;
    boolean averages = shares && !exchanges;
    return matrix
        + (sgd.rate().kind() == Rate.Kind.ADAGRAD ? matrix : 0)
        + (sums ? 2 * matrix : 0)
        + (averages ? 4 * matrix : 0)
        + 6 * pairs
        + 6 * pairs * (sends ? workers : 1)
        + (sends
            ? FactorBroadcast.capacityBytes(pairs, workers, sgd.sync().consistency().slack())
            : 0);
  }
}
