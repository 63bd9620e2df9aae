package io.papilio.learn.data.generate;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.SplittableRandom;

/**
 * Random numbers that are the same on every machine: all come from {@link
 * SplittableRandom#nextLong}, by arithmetic that Java defines to the last bit (so {@link
 * StrictMath}, not {@link Math}).
 */
final class Draws {
  private Draws() {}

  static SplittableRandom ofRow(long seed, long row) {
    return new SplittableRandom(mix(mix(seed) + row));
  }

  /** That of what all rows have in common: rows count from 0. */
  static SplittableRandom ofAll(long seed) {
    return ofRow(seed, -1);
  }

  interface RowDraw {
    /** Adds the entries of the row under way, and returns its label. */
    float draw(SplittableRandom random, RowsBuilder row);
  }

  /** What a generator gives that makes up each row by itself. */
  static SparseRows rows(long seed, long from, int count, RowDraw draw) {
    if (from < 0 || count < 0) {
      throw new IllegalArgumentException("no rows: %d from %d".formatted(count, from));
    }
    RowsBuilder rows = new RowsBuilder();
    for (long row = from; row < from + count; row++) {
      rows.endRow(draw.draw(ofRow(seed, row), rows), 1);
    }
    return rows.build();
  }

  static double unit(SplittableRandom random) {
    return unit(random.nextLong());
  }

  /** From 0 (inclusive) to 1 (exclusive), by the upper bits. */
  static double unit(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }

  /** From 0 (inclusive) to a bound (exclusive). */
  static int below(SplittableRandom random, int bound) {
    return (int) ((random.nextLong() >>> 32) * bound >>> 32);
  }

  static double exponential(SplittableRandom random) {
    return -StrictMath.log(1 - unit(random));
  }

  static double logistic(double margin) {
    return 1 / (1 + StrictMath.exp(-margin));
  }

  /** The numbers below {@code size} in any order. */
  static int[] permutation(SplittableRandom random, int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int at = below(random, i + 1);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }

  static long mix(long bits) {
    return new SplittableRandom(bits).nextLong();
  }
}
