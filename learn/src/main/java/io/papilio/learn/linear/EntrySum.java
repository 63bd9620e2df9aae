package io.papilio.learn.linear;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.SparseAllReduce;
import java.util.Arrays;

/** A sum of gradients of which only the entries travel that some row of the batch has. */
final class EntrySum implements GradientSum {
  private final double[] sums;
  private final boolean[] isTouched;
  private final SparseAllReduce entries;
  private int[] touched = new int[1024];
  private int count;

  EntrySum(Communicator comm, int weights) {
    this.sums = new double[weights];
    this.isTouched = new boolean[weights];
    this.entries = comm.sparseAllReduce(weights);
  }

  @Override
  public void add(SparseRows rows, int row, double c) {
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

  @Override
  public boolean reduce() {
    Arrays.sort(touched, 0, count);
    entries.clear();
    for (int i = 0; i < count; i++) {
      int index = touched[i];
      entries.add(index, (float) sums[index]);
      sums[index] = 0;
      isTouched[index] = false;
    }
    count = 0;
    entries.run();
    return true;
  }

  @Override
  public void subtractFrom(LazyWeights weights, double times, double timesOfBias) {
    int bias = sums.length - 1;
    for (int i = 0; i < entries.size(); i++) {
      int index = entries.index(i);
      if (index == bias) {
        weights.addToBias(-timesOfBias * entries.value(i));
      } else if (entries.value(i) != 0) {
        weights.add(index, -times * entries.value(i));
      }
    }
  }

  @Override
  public String exchanged() {
    return "entries of gradients";
  }
}
