package io.papilio.learn.linear;

import io.papilio.core.schedule.Algorithm;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.communicator.SparseAllReduce;
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
  private final float[] dense; // all zero between steps; empty if entries are sent
  private final SparseAllReduce entries; // null if all elements are sent
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
    this.entries = sparse ? comm.sparseAllReduce(weights) : null;
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

  /** Adds up what all workers have; if that fails the weights have not changed. */
  void reduce() {
    if (entries != null) {
      Arrays.sort(touched, 0, count);
      entries.clear();
      for (int i = 0; i < count; i++) {
        entries.add(touched[i], take(touched[i]));
      }
      entries.run();
    } else {
      for (int i = 0; i < count; i++) {
        dense[touched[i]] = take(touched[i]);
      }
      if (algorithm.isPresent()) {
        comm.allReduce(dense, Reduction.SUM, algorithm.get());
      } else {
        comm.allReduce(dense, Reduction.SUM);
      }
    }
    count = 0;
  }

  /** Returns the sum of an element here, which is zero then. */
  private float take(int index) {
    float value = (float) sums[index];
    sums[index] = 0;
    isTouched[index] = false;
    return value;
  }

  /** Takes the sum of all that many times from the weights, and is empty again. */
  void takeFrom(LazyWeights weights, double times, double timesOfBias) {
    int bias = sums.length - 1;
    if (entries != null) {
      for (int i = 0; i < entries.size(); i++) {
        int index = entries.index(i);
        if (index == bias) {
          weights.addToBias(-timesOfBias * entries.value(i));
        } else if (entries.value(i) != 0) {
          weights.add(index, -times * entries.value(i));
        }
      }
      return;
    }
    for (int i = 0; i < bias; i++) {
      if (dense[i] != 0) {
        weights.add(i, -times * dense[i]);
        dense[i] = 0;
      }
    }
    weights.addToBias(-timesOfBias * dense[bias]);
    dense[bias] = 0;
  }
}
