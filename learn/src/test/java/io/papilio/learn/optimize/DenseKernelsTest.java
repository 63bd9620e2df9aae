package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DenseKernelsTest {
  @Test
  void shouldComputeWithVectorsOfAnyLength() {
    for (int length = 0; length < 14; length++) {
      double[] a = new double[length];
      double[] b = new double[length];
      double[] sum = new double[length];
      double product = 0;
      for (int i = 0; i < length; i++) {
        a[i] = i + 1;
        b[i] = (i * 5 % 7 - 3) / 4.0;
        sum[i] = a[i] + 0.5 * b[i];
        product += a[i] * b[i]; // exact
      }
      assertEquals(product, DenseKernels.dot(a, b), "length " + length);
      DenseKernels.addScaled(a, 0.5, b);
      assertArrayEquals(sum, a, "length " + length);
    }
  }
}
