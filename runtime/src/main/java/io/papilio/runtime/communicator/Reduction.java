package io.papilio.runtime.communicator;

import io.papilio.runtime.exec.Combiner;
import io.papilio.runtime.exec.Kernels;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * How values of different ranks become one. It must not matter in which order they are combined,
 * apart from rounding; for any one call the order is the same on all ranks.
 *
 * <p>Besides the usual ones a user's own function will do: {@code Reduction.ofFloats("hypot", (a,
 * b) -> (float) Math.hypot(a, b))}. Its name is part of what ranks check to be equal. It should be
 * quick: a rank shows no sign of life while it combines what has arrived.
 */
public final class Reduction implements Combiner {
  private static final Set<ElementType> NUMBERS =
      EnumSet.complementOf(EnumSet.of(ElementType.BYTE));

  public static final Reduction SUM = new Reduction("sum", NUMBERS, Kernels::sum);
  public static final Reduction MIN = new Reduction("min", NUMBERS, Kernels::min);
  public static final Reduction MAX = new Reduction("max", NUMBERS, Kernels::max);
  public static final Reduction PRODUCT = new Reduction("product", NUMBERS, Kernels::product);

  /** The sum, divided once at the end by the number of ranks; not for whole numbers. */
  public static final Reduction MEAN =
      new Reduction("mean", EnumSet.of(ElementType.FLOAT, ElementType.DOUBLE), Kernels::sum);

  /**
   * The mean of two floats, for two ranks. If the operation fails, each element is the rank's own
   * or the mean.
   */
  public static final Reduction MIDPOINT =
      new Reduction("midpoint", EnumSet.of(ElementType.FLOAT), Kernels::midpoint);

  /** For operations that only move values. */
  static final Reduction NONE =
      new Reduction(
          "copying",
          EnumSet.allOf(ElementType.class),
          (into, from) -> {
            throw new IllegalStateException("nothing is to be reduced here");
          });

  private final String name;
  private final Set<ElementType> types;
  private final Combiner combiner;

  /** A function of two floats, for lack of one in the JDK. */
  @FunctionalInterface
  public interface FloatBinaryOperator {
    float applyAsFloat(float left, float right);
  }

  private Reduction(String name, Set<ElementType> types, Combiner combiner) {
    this.name = name;
    this.types = types;
    this.combiner = combiner;
  }

  public static Reduction ofFloats(String name, FloatBinaryOperator function) {
    return new Reduction(
        name,
        EnumSet.of(ElementType.FLOAT),
        (into, from) -> {
          float[] a = into.floats();
          float[] b = from.floats();
          for (int i = 0; i < into.length(); i++) {
            int at = into.offset() + i;
            a[at] = function.applyAsFloat(a[at], b[from.offset() + i]);
          }
        });
  }

  public static Reduction ofDoubles(String name, DoubleBinaryOperator function) {
    return new Reduction(
        name,
        EnumSet.of(ElementType.DOUBLE),
        (into, from) -> {
          double[] a = into.doubles();
          double[] b = from.doubles();
          for (int i = 0; i < into.length(); i++) {
            int at = into.offset() + i;
            a[at] = function.applyAsDouble(a[at], b[from.offset() + i]);
          }
        });
  }

  public static Reduction ofInts(String name, IntBinaryOperator function) {
    return new Reduction(
        name,
        EnumSet.of(ElementType.INT),
        (into, from) -> {
          int[] a = into.ints();
          int[] b = from.ints();
          for (int i = 0; i < into.length(); i++) {
            int at = into.offset() + i;
            a[at] = function.applyAsInt(a[at], b[from.offset() + i]);
          }
        });
  }

  public static Reduction ofLongs(String name, LongBinaryOperator function) {
    return new Reduction(
        name,
        EnumSet.of(ElementType.LONG),
        (into, from) -> {
          long[] a = into.longs();
          long[] b = from.longs();
          for (int i = 0; i < into.length(); i++) {
            int at = into.offset() + i;
            a[at] = function.applyAsLong(a[at], b[from.offset() + i]);
          }
        });
  }

  @Override
  public boolean readsMemory(ElementType type) {
    return (this == SUM || this == MEAN || this == MIDPOINT) && Kernels.sumsMemory(type);
  }

  @Override
  public void combine(Slice into, Slice from) {
    combiner.combine(into, from);
  }

  void check(ElementType type, int ranks) {
    if (this == MIDPOINT && ranks != 2) {
      throw new IllegalArgumentException("a midpoint is of two ranks, not of " + ranks);
    }
    if (!types.contains(type)) {
      throw new IllegalArgumentException(
          "%s is for %s, not for %s%s"
              .formatted(this, types, type, this == MEAN ? ": use SUM and divide" : ""));
    }
  }

  /** Whether something remains to be done with the combined values. */
  boolean isUnfinished() {
    return this == MEAN;
  }

  /** What remains to be done with the combined values of {@code size} ranks. */
  void finish(Slice values, int size) {
    if (this == MEAN && values.type() == ElementType.FLOAT) {
      float[] array = values.floats();
      for (int i = values.offset(); i < values.offset() + values.length(); i++) {
        array[i] /= size;
      }
    } else if (this == MEAN) {
      double[] array = values.doubles();
      for (int i = values.offset(); i < values.offset() + values.length(); i++) {
        array[i] /= size;
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
