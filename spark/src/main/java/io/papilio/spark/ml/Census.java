package io.papilio.spark.ml;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.comm.Codec;
import io.papilio.runtime.comm.Communicator;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * What all workers must know of the rows of all, before the first step.
 *
 * @param rows how many there are
 * @param least the shortest vector is so long
 * @param most and the longest
 * @param labels that rows have, not more than were asked for
 * @param problem what is wrong with a row; empty if nothing is
 */
record Census(long rows, int least, int most, TreeSet<Float> labels, String problem)
    implements Serializable {

  static final Census NOBODY = new Census(0, Integer.MAX_VALUE, 0, new TreeSet<>(), "");

  private static final Codec<Census> CODEC =
      new Codec<>() {
        @Override
        public byte[] encode(Census value) {
          return Packed.of(value);
        }

        @Override
        public Census decode(byte[] bytes) {
          return Packed.open(bytes, Census.class);
        }
      };

  /** Of these rows, whose vectors are so long; with the smallest labels, so many at most. */
  static Census of(SparseRows rows, int least, int most, int mostLabels) {
    TreeSet<Float> labels = new TreeSet<>();
    for (int row = 0; row < rows.size() && mostLabels > 0; row++) {
      labels.add(rows.label(row) + 0f); // so that -0 becomes 0
      if (labels.size() > mostLabels) {
        labels.pollLast();
      }
    }
    return new Census(rows.size(), least, most, labels, "");
  }

  /** A row that cannot be learned from. */
  static Census bad(String problem) {
    return new Census(0, Integer.MAX_VALUE, 0, new TreeSet<>(), problem);
  }

  /** Of all workers, who call it together: the same on all of them. */
  static Census ofAll(Communicator comm, List<Census> own, int mostLabels) {
    Census mine = own.stream().reduce(NOBODY, (a, b) -> a.with(b, mostLabels));
    return comm.allReduce(mine, CODEC, (a, b) -> a.with(b, mostLabels), "census");
  }

  private Census with(Census other, int mostLabels) {
    TreeSet<Float> union = new TreeSet<>(labels);
    union.addAll(other.labels);
    while (union.size() > mostLabels) {
      union.pollLast();
    }
    return new Census(
        rows + other.rows,
        Math.min(least, other.least),
        Math.max(most, other.most),
        union,
        first(problem, other.problem));
  }

  /** The same whoever is asked first. */
  private static String first(String a, String b) {
    return a.isEmpty() || !b.isEmpty() && b.compareTo(a) < 0 ? b : a;
  }

  /**
   * How many features there are.
   *
   * @throws IllegalArgumentException if nobody could learn from these rows
   */
  int features() {
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    if (rows == 0) {
      throw new IllegalArgumentException("there are no rows to learn from");
    }
    if (least != most) {
      throw new IllegalArgumentException(
          "vectors of different sizes, %d to %d".formatted(least, most));
    }
    return most;
  }

  /** Some of the labels, for people. */
  String someLabels(int shown) {
    StringBuilder text = new StringBuilder();
    Iterator<Float> each = labels.iterator();
    for (int i = 0; i < shown && each.hasNext(); i++) {
      float label = each.next();
      text.append(i == 0 ? "" : ", ");
      text.append(label == (long) label ? Long.toString((long) label) : Float.toString(label));
    }
    return text + (each.hasNext() ? ", ..." : "");
  }
}
