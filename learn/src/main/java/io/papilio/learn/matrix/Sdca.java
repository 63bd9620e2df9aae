package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.ForwardingWatch;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.learn.optimize.StochasticLoop;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Stochastic dual coordinate ascent for {@link Softmax} with l2: no rate, and it knows how far it
 * is from the optimum.
 *
 * <pre>
 *   epoch:   steps of {@link SoftmaxSdca}, P workers at once, W −= Σ u vᵀ
 *   then:    objective, gap and r = Σ weight (q − e_y)      one pass, one all-reduce
 *            b −= κ/l2 r   if the gap is at most κ/l2 ‖r‖²
 *   ends:    gap + 4 κ/l2 ‖r‖² ≤ tolerance · objective
 * </pre>
 *
 * The gap is that of an objective in which l2/2κ ‖b − c‖² keeps the bias near c = b + κ/l2 r. At
 * its optimum, c goes to b, as in the proximal point method, which with this κ leaves half of the
 * way to the best bias, or less. The second term takes it for two thirds, as the way is not known.
 *
 * <p>Begins at zero, whatever the weights are, also when a worker was lost: with it the duals of
 * its rows are gone. All workers are in step.
 *
 * <p>Rockafellar: Monotone Operators and the Proximal Point Algorithm (1976).
 */
public record Sdca(
    SoftmaxProblem problem, int epochs, int batch, double tolerance, long seed, Sync sync)
    implements Optimizer {
  private static final String STAGE = "sdca";
  // (3² − 1)/2: where a third of the way is done, the rest costs so much more
  private static final double SAFE = 4;

  public Sdca {
    if (!(problem.model().l2() > 0)) {
      throw new IllegalArgumentException(
          "sdca needs l2 above 0, as without it there is no dual: use sgd");
    }
    if (epochs < 0 || batch < 1 || !(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "%d epochs, batch %d, tolerance %s".formatted(epochs, batch, tolerance));
    }
    if (!sync.isInStep() || !FactorStepper.exchanges(sync)) {
      throw new IllegalArgumentException(
          "sdca adds up steps that are safe only together: use auto, factors, full-matrix or server"
              + " with bsp, not %s with %s"
                  .formatted(sync.strategy().spelling(), sync.consistency()));
    }
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    double constant = constant(comm, shard);
    SoftmaxSdca model = new SoftmaxSdca(problem.model(), shard, comm.size(), constant);
    StochasticLoop loop =
        new StochasticLoop(
            comm, shard, new StochasticLoop.Settings(STAGE, epochs, batch, seed, sync));
    Arrays.fill(weights, 0);
    Matrix matrix = Matrix.of(model, weights);
    MatrixStep step = new MatrixStep(matrix, model, new Rate(Rate.Kind.CONSTANT, 1), 0, 1);
    FactorStepper stepper = new FactorStepper(loop, model, step).summing();
    if (sync.strategy().exchanged() == SyncStrategy.Exchanged.CHEAPEST && comm.size() > 1) {
      stepper.by(chosen(loop, model));
    }
    watch
        .resumed()
        .filter(snapshot -> snapshot.stage().equals(STAGE))
        .ifPresent(snapshot -> model.setDuals(snapshot.floats(dualsOf(comm.rank()))));
    Ascent ascent = new Ascent(watch, loop, model, matrix);
    long steps = loop.run(weights, stepper, ascent);
    if (ascent.isShort) {
      watch.onNote(
          "SDCA stopped after %d epochs, before it reached its tolerance of %s: allow more epochs"
              .formatted(epochs, tolerance));
    }
    return steps;
  }

  /** Ends when it is near enough, and keeps the dual variables in checkpoints. */
  private final class Ascent extends ForwardingWatch {
    private final StochasticLoop loop;
    private final SoftmaxSdca model;
    private final Matrix matrix;
    private boolean isShort;

    Ascent(Watch watch, StochasticLoop loop, SoftmaxSdca model, Matrix matrix) {
      super(watch);
      this.loop = loop;
      this.model = model;
      this.matrix = matrix;
    }

    @Override
    public boolean onProgress(long examples, float[] weights) {
      boolean goesOn = super.onProgress(examples, weights);
      if (goesOn && examples % loop.rows() == 0) {
        goesOn = !isNear(loop.comm(), loop.shard(), model, matrix);
        isShort = goesOn && examples == epochs * loop.rows();
      }
      return goesOn;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      super.onCheckpoint(() -> gather(loop, model, snapshot.get()));
    }

    /** Tells nobody: without the duals of a lost worker there is nothing to go on from. */
    @Override
    public void onStart(Supplier<Snapshot> own) {}
  }

  private static Snapshot gather(StochasticLoop loop, SoftmaxSdca model, Snapshot snapshot) {
    for (int worker = 0; worker < loop.comm().size(); worker++) {
      boolean isOwn = worker == loop.comm().rank();
      float[] duals = isOwn ? model.duals() : model.duals(loop.batches().rowsOf(worker));
      loop.comm().broadcast(duals, worker);
      snapshot.with(dualsOf(worker), duals);
    }
    return snapshot;
  }

  private static String dualsOf(int worker) {
    return "duals of worker " + worker;
  }

  /** The model cannot be asked for factors to see what they are like: it would have stepped. */
  private static FactorChoice.Kind chosen(StochasticLoop loop, FactorModel model) {
    Shard shard = loop.shard();
    long[] sums = new long[2];
    for (int i = 0; i < loop.batches().most(); i++) {
      SparseRows rows = shard.block(i);
      sums[0]++;
      sums[1] += rows.end(shard.row(i)) - rows.start(shard.row(i));
    }
    return FactorStepper.choose(loop.comm(), model, sums);
  }

  /** Returns κ, the mean of ‖x‖² over the rows of all; 1 if they have no features. */
  private static double constant(Communicator comm, Shard shard) {
    double[] sums = {0, shard.size()};
    for (long i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      sums[0] += SoftmaxSdca.dot(rows, shard.row(i), rows, shard.row(i));
    }
    comm.allReduce(sums, Reduction.SUM);
    return sums[0] > 0 ? sums[0] / sums[1] : 1;
  }

  /** Returns whether W and b are near enough; if not, moves the center. */
  private boolean isNear(Communicator comm, Shard shard, SoftmaxSdca model, Matrix matrix) {
    double rate = model.biasRate();
    double[] sums = model.sums(shard, matrix);
    comm.allReduce(sums, Reduction.SUM);
    double objective = sums[0] + model.penalty(matrix);
    double off = 0;
    for (int j = 0; j < model.rows(); j++) {
      off += rate * sums[2 + j] * sums[2 + j];
    }
    if (sums[1] + SAFE * off <= tolerance * objective) {
      return true;
    }
    if (sums[1] <= off) {
      int last = model.columns() - 1;
      float[] bias = new float[model.rows()];
      matrix.column(last, bias);
      for (int j = 0; j < bias.length; j++) {
        bias[j] -= (float) (rate * sums[2 + j]);
      }
      matrix.setColumn(last, bias);
    }
    return false;
  }

  /** Also the duals of its rows, and in snapshots those of all. */
  @Override
  public long memoryBytes(Size size) {
    Sgd sgd = new Sgd(problem, epochs, batch, new Rate(Rate.Kind.CONSTANT, 1), seed, sync);
    long duals = size.rows() / size.workers() + 1 + size.rows();
    return sgd.memoryBytes(size) + 4L * problem.model().rows() * duals;
  }
}
