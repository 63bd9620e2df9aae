package io.papilio.learn.linear;

import io.papilio.core.schedule.Algorithm;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.communicator.SparseVector;
import java.util.Arrays;
import java.util.Optional;

/**
 * The gradient of a batch of all workers: each adds its rows, then all get the sum, as entries or
 * as a whole vector.
 *
 * <pre>
 *   worker 0   3: 0.2   7: 0.1
 *   worker 1            7: 0.3   9: 0.5
 *   sum        3: 0.2   7: 0.4   9: 0.5
 * </pre>
 */
final class GradientSum {
  /** Bytes of an entry, per byte of an element. */
  private static final int ENTRY_COST = 2;

  private final Communicator comm;
  private final Optional<Algorithm> algorithm;
  private final double[] sums;
  private final boolean[] isTouched;
  private final float[] dense; // empty if entries are sent
  private SparseVector reduced; // of all workers, if entries are sent
  private int[] touched = new int[1024];
  private int count;

  /** For so many weights, of which all workers together touch about so many at a time. */
  GradientSum(Communicator comm, Optional<Algorithm> algorithm, int weights, long expected) {
    this.comm = comm;
    this.algorithm = algorithm;
    this.sums = new double[weights];
    this.isTouched = new boolean[weights];
    boolean sparse = algorithm.isEmpty() && expected * ENTRY_COST < weights;
    this.dense = new float[sparse ? 0 : weights];
  }

  /** Adds {@code c} times a row, and {@code c} for the bias. */
  void add(SparseRows rows, int row, double c) {
    LinearKernels.addScaled(rows, row, c, sums);
    int[] indices = rows.indices();
    for (int i = rows.start(row); i < rows.end(row); i++) {
      touch(indices[i]);
    }
    sums[sums.length - 1] += c;
    touch(sums.length - 1);
  }

  private void touch(int index) {
    if (!isTouched[index]) {
      isTouched[index] = true;
      if (count == touched.length) {
        touched = Arrays.copyOf(touched, 2 * count);
      }
      touched[count++] = index;
    }
  }

  /** Adds up what all workers have; if that fails nothing else has changed. */
  void reduce() {
    if (dense.length == 0) {
      reduced = comm.allReduce(entries());
      return;
    }
    for (int i = 0; i < dense.length; i++) {
      dense[i] = (float) sums[i];
    }
    if (algorithm.isPresent()) {
      comm.allReduce(dense, Reduction.SUM, algorithm.get());
    } else {
      comm.allReduce(dense, Reduction.SUM);
    }
  }

  /** Takes the sum of all that many times from the weights, and is empty again. */
  void takeFrom(LazyWeights weights, double times, double timesOfBias) {
    if (dense.length == 0) {
      for (int i = 0; i < reduced.entries(); i++) {
        take(weights, reduced.index(i), reduced.value(i), times, timesOfBias);
      }
    } else {
      for (int i = 0; i < dense.length; i++) {
        take(weights, i, dense[i], times, timesOfBias);
      }
    }
    for (int i = 0; i < count; i++) {
      sums[touched[i]] = 0;
      isTouched[touched[i]] = false;
    }
    count = 0;
  }

  private SparseVector entries() {
    Arrays.sort(touched, 0, count);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) sums[touched[i]];
    }
    return new SparseVector(sums.length, Arrays.copyOf(touched, count), values);
  }

  private void take(LazyWeights weights, int index, float value, double times, double ofBias) {
    if (index == sums.length - 1) {
      weights.addToBias(-ofBias * value);
    } else if (value != 0) {
      weights.add(index, -times * value);
    }
  }
}
