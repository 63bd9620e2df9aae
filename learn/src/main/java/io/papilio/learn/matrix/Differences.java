package io.papilio.learn.matrix;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Pairs of examples as rows: x − y, with the label 1 if both are of one class and 0 if not.
 *
 * <pre>
 *   number   0         1            2         3
 *            similar   dissimilar   similar   dissimilar      each at random, by seed and number
 * </pre>
 *
 * The second example is the nearest to the first of some that are drawn: examples of a class that
 * are far apart, or of two that are, say little about who is whose neighbour.
 */
public final class Differences implements Generator {
  private static final int DRAWN = 100; // of which the nearest is taken; of few examples, of fewer
  private static final long ENTRY_BYTES = 8; // index and value

  private final Shard examples;
  private final long seed;
  private final int[] byClass; // numbers of examples, class by class
  private final int[] places; // of each example among those
  private final int[] from; // of each example: where its class begins, and ends
  private final int[] to;

  /**
   * Of all examples; labels are classes.
   *
   * @throws IllegalArgumentException if they are of one class
   */
  public Differences(Shard examples, long seed) {
    this.examples = examples;
    this.seed = seed;
    int size = Math.toIntExact(examples.size());
    this.byClass =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparing(this::label))
            .mapToInt(Integer::intValue)
            .toArray();
    this.places = new int[size];
    this.from = new int[size];
    this.to = new int[size];
    for (int begin = 0; begin < size; ) {
      int end = begin;
      while (end < size && label(byClass[end]) == label(byClass[begin])) {
        end++;
      }
      if (begin == 0 && end == size) {
        throw new IllegalArgumentException(
            "all examples have the same label: no two are dissimilar");
      }
      for (int i = begin; i < end; i++) {
        places[byClass[i]] = i;
        from[byClass[i]] = begin;
        to[byClass[i]] = end;
      }
      begin = end;
    }
  }

  /** Estimates the memory of so many pairs: a pair has the entries of both examples. */
  public static long bytes(Shard examples, long pairs) {
    return examples.size() == 0
        ? 0
        : 2 * ENTRY_BYTES * pairs * examples.entries() / examples.size();
  }

  private float label(int number) {
    return examples.block(number).label(examples.row(number));
  }

  @Override
  public SparseRows rows(long first, int count) {
    RowsBuilder builder = new RowsBuilder();
    float[] dense = new float[features()];
    for (long number = first; number < first + count && examples.size() > 0; number++) {
      SplittableRandom random = new SplittableRandom(seed + number * 0x9E3779B97F4A7C15L);
      int one = random.nextInt(byClass.length);
      boolean similar = number % 2 == 0;
      int other = nearest(one, similar, random, dense);
      add(examples.block(one), examples.row(one), 1, builder);
      add(examples.block(other), examples.row(other), -1, builder);
      builder.endRow(similar ? 1 : 0, 1); // where both have an entry they are added
    }
    return builder.build();
  }

  private int nearest(int one, boolean similar, SplittableRandom random, float[] dense) {
    scatter(one, 1, dense);
    int nearest = -1;
    double least = Double.POSITIVE_INFINITY;
    int own = to[one] - from[one];
    int others = similar ? own : byClass.length - own;
    for (int i = 0; i < Math.min(DRAWN, 1 + others / 8); i++) {
      int other = similar ? similar(one, random) : dissimilar(one, random);
      double distance = distance(other, dense);
      if (nearest < 0 || distance < least) {
        nearest = other;
        least = distance;
      }
    }
    scatter(one, 0, dense);
    return nearest;
  }

  private void scatter(int number, float factor, float[] dense) {
    SparseRows rows = examples.block(number);
    int row = examples.row(number);
    for (int i = rows.start(row); i < rows.end(row); i++) {
      dense[rows.indices()[i]] = factor * rows.values()[i];
    }
  }

  /** ‖y − x‖² − ‖x‖². */
  private double distance(int number, float[] dense) {
    SparseRows rows = examples.block(number);
    int row = examples.row(number);
    double sum = 0;
    for (int i = rows.start(row); i < rows.end(row); i++) {
      double value = rows.values()[i];
      sum += value * (value - 2 * dense[rows.indices()[i]]);
    }
    return sum;
  }

  /** Returns another example of its class; itself if there is none. */
  private int similar(int one, SplittableRandom random) {
    int others = to[one] - from[one] - 1;
    if (others == 0) {
      return one;
    }
    int place = from[one] + random.nextInt(others);
    return byClass[place < places[one] ? place : place + 1];
  }

  private int dissimilar(int one, SplittableRandom random) {
    int place = random.nextInt(byClass.length - (to[one] - from[one]));
    return byClass[place < from[one] ? place : place + to[one] - from[one]];
  }

  private static void add(SparseRows rows, int row, float sign, RowsBuilder builder) {
    for (int i = rows.start(row); i < rows.end(row); i++) {
      builder.add(rows.indices()[i], sign * rows.values()[i]);
    }
  }

  @Override
  public int features() {
    return examples.features();
  }

  @Override
  public String toString() {
    return "differences of %d examples, %d classes"
        .formatted(byClass.length, Arrays.stream(from).distinct().count());
  }
}
