package io.papilio.core.algorithm;

import io.papilio.core.schedule.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The layers of a mixed-radix butterfly: a number of ranks as a product of degrees, 12 = 4 x 3.
 *
 * <p>Layer by layer a rank is in smaller and smaller blocks of neighbouring ranks. In a layer of
 * degree d its block is cut into d equal sub-blocks, and it talks to the d - 1 ranks that have its
 * place in the other sub-blocks.
 *
 * <pre>
 *   12 = 4 x 3   layer 0: {0 3 6 9} {1 4 7 10} {2 5 8 11}    layer 1: {0 1 2} {3 4 5} {6 7 8} ...
 * </pre>
 */
record Degrees(List<Integer> values) {

  Degrees {
    values = List.copyOf(values);
    if (values.stream().anyMatch(degree -> degree < 2)) {
      throw new IllegalArgumentException("degrees below 2: " + values);
    }
  }

  /** Prime factors, pairs of twos as fours, the largest first as in Kylix. */
  static Degrees of(int size) {
    List<Integer> factors = new ArrayList<>();
    int rest = size;
    for (int factor = 4; rest > 1; factor = next(factor)) {
      while (rest % factor == 0) {
        factors.add(factor);
        rest /= factor;
      }
    }
    factors.sort(Comparator.reverseOrder());
    return new Degrees(factors);
  }

  /** 4, then 2, 3, 5, 7, 9, ...: composites find nothing left to divide. */
  private static int next(int factor) {
    return switch (factor) {
      case 4 -> 2;
      case 2 -> 3;
      default -> factor + 2;
    };
  }

  /** One layer, seen from a rank. */
  record Layer(int rank, int degree, int subBlock) {

    /** Which sub-block of its block the rank is in. */
    int place() {
      return rank / subBlock % degree;
    }

    /** The rank in the same position of another sub-block. */
    int peer(int place) {
      return rank + (place - place()) * subBlock;
    }

    /** What the ranks of a sub-block own together, of a vector of {@code length} elements. */
    Range range(int place, int size, int length) {
      int first = rank / (subBlock * degree) * subBlock * degree + place * subBlock;
      return Range.parts(length, size, first, first + subBlock);
    }
  }

  List<Layer> layers(int rank, int size) {
    List<Layer> layers = new ArrayList<>();
    int block = size;
    for (int degree : values) {
      block = block % degree == 0 ? block / degree : 0;
      layers.add(new Layer(rank, degree, block));
    }
    if (block != 1) {
      throw new IllegalArgumentException("degrees " + values + " do not make " + size + " ranks");
    }
    return layers;
  }
}
