package io.papilio.learn.optimize;

/** Loops over dense vectors. */
public final class DenseKernels {
  private DenseKernels() {}

  /** Returns Σ a[i] · b[i], summed up in four lanes: an addition takes longer than its turn. */
  public static double dot(double[] a, double[] b) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = 0;
    for (; i < a.length - 3; i += 4) {
      sum0 += a[i] * b[i];
      sum1 += a[i + 1] * b[i + 1];
      sum2 += a[i + 2] * b[i + 2];
      sum3 += a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      sum0 += a[i] * b[i];
    }
    return (sum0 + sum1) + (sum2 + sum3);
  }

  /** Computes into += c · from. */
  public static void addScaled(double[] into, double c, double[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] += c * from[i];
    }
  }
}
