package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Looks;
import io.papilio.learn.linear.Optimizer;
import io.papilio.runtime.comm.Communicator;
import java.util.function.Supplier;

/**
 * Stochastic proximal gradient descent for matrices: workers exchange factors, or what else their
 * {@link FactorSync} says.
 *
 * <pre>
 *   W ← prox( (W − γ(t)/rows · Σ u vᵀ) / (1 + γ(t) l2/n) )   over a batch of each worker
 * </pre>
 *
 * The weights are W column by column, of {@link Matrix#length}; see {@link Rate} for γ.
 *
 * <p>Xie and others: Distributed Machine Learning via Sufficient Factor Broadcasting (2015).
 *
 * @param models gives each run, on each worker, a model of its own
 * @param batch rows of each worker in a step
 * @param threads of each worker that apply updates
 */
public record FactorSgd(
    Supplier<? extends FactorModel> models,
    int epochs,
    int batch,
    Rate rate,
    long seed,
    FactorSync sync,
    int threads)
    implements Optimizer {

  public FactorSgd {
    if (epochs < 0 || batch < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "%d epochs, batch %d, %d threads".formatted(epochs, batch, threads));
    }
  }

  /** The same with another γ0. */
  public FactorSgd withRate(double start) {
    return new FactorSgd(models, epochs, batch, rate.withStart(start), seed, sync, threads);
  }

  /** The same with workers that keep together in another way. */
  public FactorSgd withSync(FactorSync other) {
    return new FactorSgd(models, epochs, batch, rate, seed, other, threads);
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    FactorModel model = models.get();
    FactorRun.Part part = FactorRun.Part.agree(comm, shard, model, batch);
    if (part.batches().rows() == 0) {
      return 0;
    }
    double lambda = model.l2() / part.batches().rows();
    MatrixStep step = new MatrixStep(Matrix.of(model, weights), model, rate, lambda, threads);
    FactorRun run = new FactorRun(part, sync, step);
    watch.resumed().ifPresent(run::resume);
    watch.onStart(run::snapshot);
    return run.run(epochs, seed, watch, () -> true);
  }

  /**
   * What a worker of so many needs for it, in bytes, at most.
   *
   * <pre>
   *   W, its sums of squares         as large as W each
   *   sums of all workers            the same; entries are exchanged where they are less than half
   *   pairs of this worker           values, indices, bytes; arrays may be twice as long as needed
   *   pairs that are applied         the same without bytes, of all workers if they are cast; and
   *                                  u one by one, packed, and the chains of entries
   *   under way, notes               see CastExchange and Looks
   * </pre>
   */
  public long memoryBytes(int workers) {
    FactorModel model = models.get();
    int length = Matrix.length(model.rows(), model.columns());
    long matrix = 4L * length;
    long pairs = Factors.mostBytes(batch, model);
    boolean shares = workers > 1;
    boolean sums = shares && !(sync instanceof FactorSync.Broadcast);
    boolean casts =
        shares && (sync instanceof FactorSync.Broadcast || sync instanceof FactorSync.Auto);
    int slack = sync instanceof FactorSync.Broadcast broadcast ? broadcast.slack() : 0;
    return matrix
        + (rate.kind() == Rate.Kind.ADAGRAD ? matrix : 0)
        + (sums ? 2 * matrix : 0)
        + 6 * pairs
        + 6 * pairs * (casts ? workers : 1)
        + (casts ? CastExchange.capacityBytes(pairs, workers, slack) : 0)
        + (shares && !sync.isInStep() ? Looks.mostBytes(length) : 0);
  }
}
