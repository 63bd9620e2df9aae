package io.papilio.learn.optimize;

/** Loops over dense vectors. */
public final class DenseKernels {
  private DenseKernels() {}

  /** Returns Σ a[i] · b[i]. */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Computes into += c · from. */
  public static void addScaled(double[] into, double c, double[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] += c * from[i];
    }
  }
}
