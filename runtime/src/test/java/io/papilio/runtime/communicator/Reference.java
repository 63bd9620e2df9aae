package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * What collectives must give, computed the plain way. The values are whole numbers so small that
 * every order of combining them is exact in every type.
 */
public final class Reference {
  public static final List<ElementType> TYPES =
      List.of(ElementType.FLOAT, ElementType.DOUBLE, ElementType.INT, ElementType.LONG);

  private Reference() {}

  /** A reduction and the same on two doubles. */
  public record Case(Reduction reduction, DoubleBinaryOperator function) {
    @Override
    public String toString() {
      return reduction.toString();
    }
  }

  /** All there are for a type, a user's own among them. */
  public static List<Case> cases(ElementType type) {
    Case sum = new Case(Reduction.SUM, Double::sum);
    Case min = new Case(Reduction.MIN, Math::min);
    Case max = new Case(Reduction.MAX, Math::max);
    Case product = new Case(Reduction.PRODUCT, (a, b) -> a * b);
    Case own = new Case(farthest(type), Reference::farthest);
    Case mean = new Case(Reduction.MEAN, Double::sum);
    return type == ElementType.FLOAT || type == ElementType.DOUBLE
        ? List.of(sum, min, max, product, own, mean)
        : List.of(sum, min, max, product, own);
  }

  private static Reduction farthest(ElementType type) {
    return switch (type) {
      case FLOAT -> Reduction.ofFloats("farthest", (a, b) -> (float) farthest(a, b));
      case DOUBLE -> Reduction.ofDoubles("farthest", Reference::farthest);
      case INT -> Reduction.ofInts("farthest", (a, b) -> (int) farthest(a, b));
      case LONG -> Reduction.ofLongs("farthest", (a, b) -> (long) farthest(a, b));
      case BYTE -> throw new IllegalArgumentException("no bytes");
    };
  }

  /** The one farther from zero, the positive one of two equally far. */
  private static double farthest(double a, double b) {
    if (Math.abs(a) == Math.abs(b)) {
      return Math.max(a, b);
    }
    return Math.abs(a) > Math.abs(b) ? a : b;
  }

  /** What a rank has at a position before. */
  static double value(Reduction reduction, int rank, int position) {
    int any = Values.at(rank + 1, position);
    if (reduction == Reduction.PRODUCT) {
      return ((any & 1) == 0 ? 1 : -1) * ((any & 6) == 0 ? 2 : 1);
    }
    return any % 2001 - 1000;
  }

  public static Slice input(Case of, ElementType type, int length, int rank) {
    Slice slice = Slice.allocate(type, length);
    for (int i = 0; i < length; i++) {
      Values.set(slice, i, value(of.reduction(), rank, i));
    }
    return slice;
  }

  /** What everybody's values at a position make together. */
  static double combined(Case of, ElementType type, int size, int position) {
    double result = value(of.reduction(), 0, position);
    for (int rank = 1; rank < size; rank++) {
      result = of.function().applyAsDouble(result, value(of.reduction(), rank, position));
    }
    if (of.reduction() == Reduction.MEAN) {
      return type == ElementType.FLOAT ? (float) result / size : result / size;
    }
    return result;
  }

  /** Checks elements {@code from} to {@code to} of a result. */
  public static void check(Case of, Slice result, int size, int from, int to) {
    for (int i = from; i < to; i++) {
      double expected = combined(of, result.type(), size, i);
      double actual = Values.get(result, i);
      if (expected != actual) {
        assertEquals(expected, actual, "%s: element %d of %s".formatted(of, i, result));
      }
    }
  }
}
