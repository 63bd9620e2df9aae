package io.papilio.learn.metric;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;

/**
 * What a model said of examples, and what is true. Each worker collects its own; merged in the
 * order of ranks they give the same metrics everywhere. Not for several threads at once.
 */
public final class Scores {
  private float[] margins = {};
  private float[] labels = {};
  private float[] weights = {};
  private int size;

  /** Adds an example with its label, −1 or +1 (any number for a regression), and weight. */
  public void add(float margin, float label, float weight) {
    if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("weight " + weight);
    }
    if (size == margins.length) {
      int capacity = (int) Math.min(Math.max(1024, 2L * size), Integer.MAX_VALUE - 8);
      margins = Arrays.copyOf(margins, capacity);
      labels = Arrays.copyOf(labels, capacity);
      weights = Arrays.copyOf(weights, capacity);
    }
    margins[size] = margin;
    labels[size] = label;
    weights[size++] = weight;
  }

  /** Returns the scores of all workers, who call it together, on the first; others get none. */
  Scores gather(Communicator comm) {
    if (comm.size() == 1) {
      return this;
    }
    long[] sizes = new long[comm.size()];
    sizes[comm.rank()] = size;
    comm.allReduce(sizes, Reduction.SUM);
    Scores all = new Scores();
    for (int worker = 0; worker < sizes.length; worker++) {
      float[] packed = worker == comm.rank() ? packed() : new float[3 * (int) sizes[worker]];
      comm.broadcast(packed, worker);
      for (int i = 0; i < packed.length && comm.rank() == 0; i += 3) {
        all.add(packed[i], packed[i + 1], packed[i + 2]);
      }
    }
    return all;
  }

  private float[] packed() {
    float[] packed = new float[3 * size];
    for (int i = 0; i < size; i++) {
      packed[3 * i] = margins[i];
      packed[3 * i + 1] = labels[i];
      packed[3 * i + 2] = weights[i];
    }
    return packed;
  }

  public int size() {
    return size;
  }

  public float margin(int example) {
    return margins[example];
  }

  public float label(int example) {
    return labels[example];
  }

  public float weight(int example) {
    return weights[example];
  }

  /**
   * The examples by growing margin, those of equal margins in the order in which they came.
   *
   * <pre>
   *   margin, as bits that sort like it | number of the example      one long each
   * </pre>
   */
  int[] byMargin() {
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = (long) sortable(i) << 32 | i;
    }
    Arrays.sort(keys);
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = (int) keys[i];
    }
    return order;
  }

  /** Returns the margin of an example, as bits that sort like it. */
  int sortable(int example) {
    int bits = Float.floatToIntBits(margins[example] + 0f); // no zero below zero
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }
}
