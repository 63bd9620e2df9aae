package io.papilio.core.price;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Segmented;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * How much longer all-reduces take than a {@link LinkModel} says: of some algorithms at some
 * lengths, in a group of one size.
 *
 * <pre>
 *   floats     1e3     1e4     1e5          between them on a line, both scales logarithmic;
 *   ring       1.3     1.1     0.9          beyond them as at the nearest
 *   tree        -      1.6     1.2          not timed: the largest of that length
 * </pre>
 *
 * Only what the model prices far above the cheapest is not timed, so that it stays there. A vector
 * of another type is taken for floats of as many bytes. The arithmetic is strict: ranks on
 * different machines must get the same prices.
 */
public record Corrections(List<Timed> timed) {

  /** The model is believed. */
  public static final Corrections NONE = new Corrections(List.of());

  /** An algorithm took {@code factor} times as long as predicted for {@code length} floats. */
  public record Timed(Algorithm algorithm, int length, double factor) {
    public Timed {
      if (length < 1 || !(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "%s at %d cannot take %s times as long".formatted(algorithm.name(), length, factor));
      }
    }
  }

  public Corrections {
    timed = List.copyOf(timed);
  }

  /** Whether algorithms of this kind were timed. */
  boolean areOf(Collective.Kind kind) {
    return kind == Collective.Kind.ALL_REDUCE && !timed.isEmpty();
  }

  /** What a price has to be multiplied with; 1 for all collectives but all-reduce. */
  double factor(Algorithm algorithm, int length, int elementBytes) {
    if (!areOf(algorithm.collective().kind())) {
      return 1;
    }
    String key = key(algorithm, elementBytes);
    double floats = (double) length * elementBytes / Float.BYTES;
    OptionalInt floor = lengths().filter(each -> each <= floats).max();
    OptionalInt ceiling = lengths().filter(each -> each >= floats).min();
    int shorter = floor.orElseGet(ceiling::getAsInt);
    int longer = ceiling.orElse(shorter);
    double factor = factorAt(shorter, key);
    if (shorter == longer) {
      return factor;
    }
    double way = StrictMath.log(floats / shorter) / StrictMath.log((double) longer / shorter);
    return factor * StrictMath.pow(factorAt(longer, key) / factor, way);
  }

  private IntStream lengths() {
    return timed.stream().mapToInt(Timed::length);
  }

  private double factorAt(int length, String key) {
    double largest = 0;
    for (Timed each : timed) {
      if (each.length == length) {
        if (key(each.algorithm, Float.BYTES).equals(key)) {
          return each.factor;
        }
        largest = Math.max(largest, each.factor);
      }
    }
    return largest;
  }

  /** The name, with the bytes of a segment in place of its elements. */
  private static String key(Algorithm algorithm, int elementBytes) {
    return algorithm instanceof Segmented segmented
        ? key(segmented.base(), elementBytes)
            + "/"
            + (long) segmented.segmentLength() * elementBytes
        : algorithm.name();
  }
}
