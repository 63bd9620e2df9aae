package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Snapshot;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.Arrays;

/**
 * Stochastic dual coordinate ascent for {@link Softmax} with l2: no rate, and it knows how far it
 * is from the optimum.
 *
 * <pre>
 *   epoch:   steps of {@link SoftmaxSdca}, P workers at once, W −= Σ u vᵀ
 *   then:    objective, gap, and a step of the bias: b −= g/(2 h)      one pass, one all-reduce
 *   ends:    gap + 2 r²/h ≤ tolerance · objective, and the bias's step gains a tenth of it at most
 * </pre>
 *
 * g and h are first and second derivatives by the bias. The Hessian is a graph's Laplacian, which
 * is at most twice its diagonal: half a Newton step by the diagonal does not overshoot.
 *
 * <p>The gap is for this bias only: the bound that the duals give changes by r (b′ − b) with
 * another one, r = Σ weight (q − e_y). How far b is from the best is not known; 2 r/h is taken for
 * it. Where that suffices and the bias is not at rest it takes more steps at once, up to 10.
 *
 * <p>Begins at zero, whatever the weights are, also when a worker was lost: with it the duals of
 * its rows are gone. All workers are in step.
 *
 * @param batch rows of each worker in a step
 */
public record Sdca(
    int classes,
    int features,
    double l2,
    int epochs,
    int batch,
    double tolerance,
    long seed,
    FactorSync sync)
    implements Optimizer {
  private static final String STAGE = "sdca";
  private static final int MOST_BIAS_STEPS = 10; // a pass over the rows each
  private static final double SAFE = 10;

  public Sdca {
    if (epochs < 0 || batch < 1 || !(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "%d epochs, batch %d, tolerance %s".formatted(epochs, batch, tolerance));
    }
    if (!sync.isInStep()) {
      throw new IllegalArgumentException(
          "sdca adds up steps that are safe only together: it goes with bsp, not " + sync);
    }
  }

  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    Softmax softmax = new Softmax(classes, features, l2);
    SoftmaxSdca model = new SoftmaxSdca(softmax, shard, comm.size());
    FactorRun.Part part = FactorRun.Part.agree(comm, shard, model, batch);
    Arrays.fill(weights, 0);
    if (part.batches().rows() == 0) {
      return 0;
    }
    Matrix matrix = Matrix.of(model, weights);
    MatrixStep step = new MatrixStep(matrix, model, new Rate(Rate.Kind.CONSTANT, 1), 0, 1);
    FactorRun run =
        new FactorRun(part, sync, step)
            .summing()
            .named(STAGE, snapshot -> gather(part, model, snapshot));
    if (sync instanceof FactorSync.Auto auto && comm.size() > 1) {
      run.by(chosen(part, auto));
    }
    watch
        .resumed()
        .ifPresent(
            snapshot -> {
              run.resume(snapshot);
              model.setDuals(snapshot.floats(dualsOf(comm.rank())));
            });
    return run.run(epochs, seed, watch, () -> goesOn(part, model, matrix));
  }

  /** Adds the dual variables of all. */
  private static Snapshot gather(FactorRun.Part part, SoftmaxSdca model, Snapshot snapshot) {
    for (int worker = 0; worker < part.comm().size(); worker++) {
      boolean isOwn = worker == part.comm().rank();
      float[] duals = isOwn ? model.duals() : model.duals(part.batches().rowsOf(worker));
      part.comm().broadcast(duals, worker);
      snapshot.with(dualsOf(worker), duals);
    }
    return snapshot;
  }

  private static String dualsOf(int worker) {
    return "duals of worker " + worker;
  }

  /** The model cannot be asked for factors to see what they are like: it would have stepped. */
  private static FactorChoice.Way chosen(FactorRun.Part part, FactorSync.Auto auto) {
    long[] sums = new long[2];
    for (int i = 0; i < part.batches().start(1); i++) {
      SparseRows rows = part.shard().block(i);
      sums[0]++;
      sums[1] += rows.end(part.shard().row(i)) - rows.start(part.shard().row(i));
    }
    return FactorRun.choose(auto, part, sums);
  }

  /** Steps of the bias: one; if nothing else is missing, as many as it takes. */
  private boolean goesOn(FactorRun.Part part, SoftmaxSdca model, Matrix matrix) {
    for (int i = 0; i < MOST_BIAS_STEPS; i++) {
      double[] sums = model.sums(part.shard(), matrix);
      part.comm().allReduce(sums, Reduction.SUM);
      double objective = sums[0] + l2 / 2 * matrix.squaredNorm();
      double gain = stepBias(sums, matrix);
      if (sums[1] + otherBias(sums) > tolerance * objective) {
        return true;
      }
      if (gain <= tolerance * objective / SAFE) {
        return false;
      }
    }
    return true;
  }

  /** About what the bound falls by, at most, where the bias is another: r (b′ − b). */
  private double otherBias(double[] sums) {
    double sum = 0;
    for (int j = 0; j < classes; j++) {
      double r = sums[2 + 2 * classes + j];
      double h = sums[2 + classes + j];
      sum += h > 0 ? 2 * r * r / h : 0;
    }
    return sum;
  }

  /** Returns by how much the objective falls, at least. */
  private double stepBias(double[] sums, Matrix matrix) {
    float[] bias = new float[classes];
    matrix.column(features, bias);
    double gain = 0;
    for (int j = 0; j < classes; j++) {
      double g = sums[2 + j];
      double h = 2 * sums[2 + classes + j];
      if (h > 0) {
        gain += g * g / (2 * h);
        bias[j] -= (float) (g / h);
      }
    }
    matrix.setColumn(features, bias);
    return gain;
  }

  /** What a worker of so many needs for so many rows: also their duals, in snapshots all. */
  public long memoryBytes(int workers, long rows) {
    FactorSgd sgd =
        new FactorSgd(
            () -> new Softmax(classes, features, l2),
            epochs,
            batch,
            new Rate(Rate.Kind.CONSTANT, 1),
            seed,
            sync,
            1);
    return sgd.memoryBytes(workers) + 4L * classes * (rows / workers + 1 + rows);
  }
}
