package io.papilio.learn.linear;

import io.papilio.learn.data.SparseRows;

/**
 * The hot loops: one row against a vector by feature.
 *
 * <pre>
 *   dot         Σ x[j] · w[j]        over the entries j of the row
 *   addScaled   w[j] += c · x[j]
 * </pre>
 *
 * Products are summed up in four lanes, as an addition takes longer than what it waits for; those
 * of floats as floats, which is as good as the weights are.
 */
final class LinearKernels {
  private static final int LINE = 16; // elements in a line of memory

  private LinearKernels() {}

  static double dot(SparseRows rows, int row, float[] w) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    int i = rows.start(row);
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    for (; i < end - 3; i += 4) {
      a += values[i] * w[indices[i]];
      b += values[i + 1] * w[indices[i + 1]];
      c += values[i + 2] * w[indices[i + 2]];
      d += values[i + 3] * w[indices[i + 3]];
    }
    for (; i < end; i++) {
      a += values[i] * w[indices[i]];
    }
    return (a + b) + (c + d);
  }

  static double dot(SparseRows rows, int row, double[] w) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    int i = rows.start(row);
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (; i < end - 3; i += 4) {
      a += values[i] * w[indices[i]];
      b += values[i + 1] * w[indices[i + 1]];
      c += values[i + 2] * w[indices[i + 2]];
      d += values[i + 3] * w[indices[i + 3]];
    }
    for (; i < end; i++) {
      a += values[i] * w[indices[i]];
    }
    return (a + b) + (c + d);
  }

  /**
   * Reads a little of a row in every line of memory, long before the row is needed: rows in random
   * order are far away. The result means nothing, but must go somewhere, lest nothing is read.
   */
  static int touch(SparseRows rows, int row) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    int sum = 0;
    for (int i = rows.start(row); i < end; i += LINE) {
      sum += indices[i] + Float.floatToRawIntBits(values[i]);
    }
    return sum;
  }

  static void addScaled(SparseRows rows, int row, float c, float[] w) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    for (int i = rows.start(row); i < end; i++) {
      w[indices[i]] += c * values[i];
    }
  }

  static void addScaled(SparseRows rows, int row, double c, double[] w) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    for (int i = rows.start(row); i < end; i++) {
      w[indices[i]] += c * values[i];
    }
  }

  /** w[j] -= c · g[j] and g[j] = 0, for the first n elements. */
  static void subtractAndClear(float[] w, float c, float[] g, int n) {
    for (int j = 0; j < n; j++) {
      w[j] -= c * g[j];
      g[j] = 0;
    }
  }

  /** Also tells by how much ‖w‖² has grown. */
  static double addScaledMeasured(SparseRows rows, int row, float c, float[] w) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    double grown = 0;
    for (int i = rows.start(row); i < end; i++) {
      double old = w[indices[i]];
      w[indices[i]] += c * values[i];
      grown += (w[indices[i]] - old) * (w[indices[i]] + old);
    }
    return grown;
  }

  /** w[j] += c · x[j]². */
  static void addSquares(SparseRows rows, int row, double c, double[] w) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    for (int i = rows.start(row); i < end; i++) {
      w[indices[i]] += c * values[i] * values[i];
    }
  }
}
