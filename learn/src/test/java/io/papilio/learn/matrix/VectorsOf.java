package io.papilio.learn.matrix;

import java.util.SplittableRandom;

/** Pairs at random, for tests. */
final class VectorsOf {
  private VectorsOf() {}

  /** So many pairs; a vector is sparse with these chances, and then has a tenth of its entries. */
  static Factors factors(int[] shape, int pairs, double[] sparse, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Factors factors = new Factors(shape[0], shape[1]);
    for (int i = 0; i < pairs; i++) {
      add(factors.u(), random, sparse[0]);
      add(factors.v(), random, sparse[1]);
    }
    return factors;
  }

  private static void add(Vectors vectors, SplittableRandom random, double sparse) {
    if (random.nextDouble() < sparse) {
      for (int i = 0; i < vectors.length(); i++) {
        if (random.nextInt(10) == 0) {
          vectors.entry(i, value(random));
        }
      }
      vectors.end();
    } else {
      float[] values = new float[vectors.length()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(random);
      }
      vectors.add(values);
    }
  }

  /** Numbers that are summed up without rounding: eighths from -8 to 8. */
  private static float value(SplittableRandom random) {
    return random.nextInt(-64, 65) / 8f;
  }
}
