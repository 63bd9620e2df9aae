package io.papilio.learn.optimize;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** A function of a few numbers, without rows, that remembers what it was asked. */
final class PlainFunction implements SmoothFunction {
  /** What L-BFGS takes for the rows of all workers. */
  static final int ROWS = 3;

  private final ToDoubleFunction<double[]> value;
  private final UnaryOperator<double[]> gradient;
  private final double[] weights;
  private double[] inverse;
  private double[] direction = {};
  private double l1;
  private int penalised;
  final List<String> calls = new ArrayList<>();
  final List<Double> steps = new ArrayList<>();

  PlainFunction(
      ToDoubleFunction<double[]> value, UnaryOperator<double[]> gradient, double... start) {
    this.value = value;
    this.gradient = gradient;
    this.weights = start.clone();
    this.inverse = new double[start.length];
    Arrays.fill(inverse, 1);
  }

  /** Returns the sum of squares of residuals, with a gradient by differences of order six. */
  static PlainFunction squares(Function<double[], double[]> residuals, double... start) {
    ToDoubleFunction<double[]> sum =
        x -> {
          double[] all = residuals.apply(x);
          return DenseKernels.dot(all, all);
        };
    return new PlainFunction(sum, x -> differences(sum, x), start);
  }

  private static double[] differences(ToDoubleFunction<double[]> f, double[] x) {
    double[] gradient = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double h = 1e-3 * Math.max(1e-3, Math.abs(x[i]));
      double[] weights = {45, -9, 1};
      for (int k = 1; k <= 3; k++) {
        double[] more = x.clone();
        double[] less = x.clone();
        more[i] += k * h;
        less[i] -= k * h;
        gradient[i] += weights[k - 1] * (f.applyAsDouble(more) - f.applyAsDouble(less)) / (60 * h);
      }
    }
    return gradient;
  }

  PlainFunction withL1(double newL1, int newPenalised) {
    l1 = newL1;
    penalised = newPenalised;
    return this;
  }

  PlainFunction withInverse(double... newInverse) {
    inverse = newInverse;
    return this;
  }

  /** Runs L-BFGS on one worker; returns its iterations. */
  long minimise(int most, double tolerance, Optimizer.Watch watch) {
    RowsBuilder row = new RowsBuilder();
    for (int i = 0; i < ROWS; i++) {
      row.endRow(1, 1);
    }
    Shard shard = Shard.of(List.of(row.build()));
    long[] iterations = new long[1];
    Lbfgs lbfgs = new Lbfgs((comm, rows, start) -> this, most, tolerance);
    LocalCluster.run(
        1, comm -> iterations[0] = lbfgs.run(comm, shard, new float[weights.length], watch));
    return iterations[0];
  }

  @Override
  public double[] weights() {
    return weights;
  }

  @Override
  public double l1() {
    return l1;
  }

  @Override
  public int penalised() {
    return penalised;
  }

  @Override
  public double value() {
    double sum = value.applyAsDouble(weights);
    for (int i = 0; i < penalised; i++) {
      sum += l1 * Math.abs(weights[i]);
    }
    return sum;
  }

  @Override
  public double gradient(double[] into) {
    calls.add("gradient");
    System.arraycopy(gradient.apply(weights), 0, into, 0, into.length);
    return value();
  }

  @Override
  public double[] inverseDiagonal() {
    calls.add("diagonal");
    return inverse.clone();
  }

  @Override
  public void along(double[] newDirection) {
    direction = newDirection.clone();
  }

  private double[] there(double step) {
    double[] there = weights.clone();
    DenseKernels.addScaled(there, step, direction);
    return there;
  }

  @Override
  public Point at(double step) {
    steps.add(step);
    double[] there = there(step);
    return new Point(
        step, value.applyAsDouble(there), DenseKernels.dot(gradient.apply(there), direction));
  }

  @Override
  public void move(double step) {
    place(there(step));
  }

  @Override
  public void saveTo(Snapshot snapshot) {
    snapshot.with("moves", calls.size());
  }

  @Override
  public void place(double[] there) {
    calls.add("place");
    System.arraycopy(there, 0, weights, 0, weights.length);
  }

  @Override
  public void refresh() {
    calls.add("refresh");
  }
}
