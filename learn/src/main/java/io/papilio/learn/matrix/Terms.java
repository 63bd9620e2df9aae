package io.papilio.learn.matrix;

import java.util.Arrays;

/**
 * What is to be added to a column: Σ factor · u, one after the other.
 *
 * <p>All arrays of a loop have one index, and its body is short, or the JIT makes no vector
 * instructions of it.
 */
final class Terms {
  private float[][] u = new float[16][];
  private float[] factors = new float[16];
  private int size;

  int size() {
    return size;
  }

  float[] u(int term) {
    return u[term];
  }

  float factor(int term) {
    return factors[term];
  }

  void clear() {
    size = 0;
  }

  void add(float[] vector, float factor) {
    if (size == factors.length) {
      factors = Arrays.copyOf(factors, 2 * size);
      u = Arrays.copyOf(u, 2 * size);
    }
    u[size] = vector;
    factors[size++] = factor;
  }

  void addTo(float[] sum, int from, int to) {
    int first = 0;
    for (; first + 4 <= size; first += 4) {
      add4(sum, first, from, to);
    }
    for (; first < size; first++) {
      add1(sum, first, from, to);
    }
  }

  private void add4(float[] s, int first, int from, int to) {
    float[] a = u[first];
    float[] b = u[first + 1];
    float[] c = u[first + 2];
    float[] d = u[first + 3];
    float fa = factors[first];
    float fb = factors[first + 1];
    float fc = factors[first + 2];
    float fd = factors[first + 3];
    for (int i = from; i < to; i++) {
      s[i] = s[i] + fa * a[i] + fb * b[i] + fc * c[i] + fd * d[i];
    }
  }

  private void add1(float[] s, int first, int from, int to) {
    float[] a = u[first];
    float factor = factors[first];
    for (int i = from; i < to; i++) {
      s[i] += factor * a[i];
    }
  }
}
