package io.papilio.bench.jmh;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** RankVectors that differ by rank and by position, and whose sums floats hold exactly. */
final class RankVectors {
  /** A prime, so that no piece of a vector looks like another. */
  private static final int PERIOD = 1021;

  private RankVectors() {}

  /** What a rank begins with at an index; never zero, so that nothing is left out unnoticed. */
  static int value(int rank, int index) {
    return index % PERIOD * (1 + rank) + rank + 1;
  }

  static float[] floats(int rank, int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = value(rank, i);
    }
    return values;
  }

  static double[] doubles(int rank, int length) {
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = value(rank, i);
    }
    return values;
  }

  /** In an array of its own. */
  static Slice slice(ElementType type, int rank, int length) {
    return switch (type) {
      case FLOAT -> Slice.of(floats(rank, length));
      case DOUBLE -> Slice.of(doubles(rank, length));
      default -> throw new IllegalArgumentException("no benchmark of " + type);
    };
  }
}
