package io.papilio.learn.linear;

import io.papilio.learn.data.SparseRows;
import java.util.Arrays;

/**
 * Weights that all shrink at every step, though a step touches only a few of them.
 *
 * <pre>
 *   plain            w = scale · v             a step shrinks the scale
 *   preconditioned   w[j] = v[j] · exp(−h[j] · (shrunk − since[j]))
 *                                              a step adds to shrunk, what it touches is settled
 * </pre>
 *
 * The array is v until {@link #settle}, then w. The bias, its last element, does not shrink.
 */
final class LazyWeights {
  /** From here on the scale is worked into the weights, long before floats end. */
  private static final double SMALLEST_SCALE = 1e-9;

  private final float[] v;
  private final int bias;
  private final float[] h;
  private final double[] since;
  private final boolean measured;
  private double scale = 1;
  private double shrunk;
  private double squaredNorm; // of v, if measured

  private LazyWeights(float[] weights, float[] h, boolean measured) {
    this.v = weights;
    this.bias = weights.length - 1;
    this.h = h;
    this.since = new double[h.length];
    this.measured = measured;
    settle();
  }

  static LazyWeights plain(float[] weights) {
    return new LazyWeights(weights, new float[0], false);
  }

  /** Knows how long it is. */
  static LazyWeights measured(float[] weights) {
    return new LazyWeights(weights, new float[0], true);
  }

  /** Changes of weight j are multiplied by {@code h[j]}. */
  static LazyWeights preconditioned(float[] weights, float[] h) {
    return new LazyWeights(weights, h, false);
  }

  int length() {
    return v.length;
  }

  /** The weights, once they are settled. */
  float[] array() {
    return v;
  }

  /** Changes nothing, not even by settling: workers see different rows. */
  double margin(SparseRows rows, int row) {
    if (h.length == 0) {
      return scale * LinearKernels.dot(rows, row, v) + v[bias];
    }
    double sum = v[bias];
    int[] indices = rows.indices();
    float[] values = rows.values();
    for (int i = rows.start(row); i < rows.end(row); i++) {
      sum += values[i] * settled(indices[i]);
    }
    return sum;
  }

  private double settled(int index) {
    double pending = h[index] * (shrunk - since[index]);
    return pending == 0 ? v[index] : v[index] * Math.exp(-pending);
  }

  void shrink(double keep) {
    if (h.length > 0) {
      shrunk -= Math.log(keep);
    } else if (keep == 0) {
      Arrays.fill(v, 0, bias, 0);
      scale = 1;
      squaredNorm = 0;
    } else {
      scale *= keep;
      if (scale < SMALLEST_SCALE) {
        settle();
      }
    }
  }

  /** Adds {@code c} times a row; {@code toBias} is what the bias gets. */
  void add(SparseRows rows, int row, double c, double toBias) {
    v[bias] += (float) toBias;
    if (measured) {
      squaredNorm += LinearKernels.addScaledMeasured(rows, row, (float) (c / scale), v);
    } else if (h.length == 0) {
      LinearKernels.addScaled(rows, row, (float) (c / scale), v);
    } else {
      int[] indices = rows.indices();
      float[] values = rows.values();
      for (int i = rows.start(row); i < rows.end(row); i++) {
        add(indices[i], c * values[i]);
      }
    }
  }

  /** Adds to one weight, which is not the bias. */
  void add(int index, double change) {
    if (h.length > 0) {
      v[index] = (float) (settled(index) + h[index] * change);
      since[index] = shrunk;
      return;
    }
    double old = v[index];
    v[index] += (float) (change / scale);
    squaredNorm += (v[index] - old) * (v[index] + old);
  }

  /** Subtracts a multiple of a gradient and makes it zero; its last element is not looked at. */
  void subtractAndClear(double times, float[] gradient) {
    if (h.length == 0 && !measured) {
      LinearKernels.subtractAndClear(v, (float) (times / scale), gradient, bias);
      return;
    }
    for (int i = 0; i < bias; i++) {
      if (gradient[i] != 0) {
        add(i, -times * gradient[i]);
        gradient[i] = 0;
      }
    }
  }

  void addToBias(double change) {
    v[bias] += (float) change;
  }

  /** Shortens the weights to this length if they are longer. */
  void project(double radius) {
    double norm = scale * Math.sqrt(Math.max(0, squaredNorm));
    if (norm > radius) {
      shrink(radius / norm);
    }
  }

  /** Makes the array hold the weights. */
  void settle() {
    squaredNorm = 0;
    for (int i = 0; i < bias && h.length > 0; i++) {
      v[i] = (float) settled(i);
      since[i] = 0;
    }
    shrunk = 0; // so that what comes depends on nothing but the weights
    if (scale != 1) {
      float factor = (float) scale;
      for (int i = 0; i < bias; i++) {
        v[i] *= factor;
      }
      scale = 1;
    }
    for (int i = 0; i < bias && measured; i++) {
      squaredNorm += (double) v[i] * v[i];
    }
  }
}
