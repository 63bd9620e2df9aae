package io.papilio.learn.data;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The labels of two classes, or of several, whatever they are called.
 *
 * <pre>
 *   in the file      1, 2      -3, 7, 12
 *   as signs        -1, +1                    of two, the smaller one is negative
 *   as numbers       0, 1       0, 1, 2       in growing order
 * </pre>
 *
 * @param values as in the file, growing
 */
public record Labels(List<Float> values) {
  private static final int SHOWN = 5;

  public Labels {
    values = List.copyOf(values);
    if (values.size() < 2 || !List.copyOf(new TreeSet<>(values)).equals(values)) {
      throw new IllegalArgumentException("not two labels or more that grow: " + values);
    }
  }

  /**
   * Returns the two labels that the rows of all workers have.
   *
   * @throws IllegalArgumentException if they are not two
   */
  public static Labels ofTwo(Census census) {
    List<Float> all = census.labels().listed();
    boolean more = census.labels().more();
    if (all.size() > 2 || more) {
      throw new IllegalArgumentException(
          "more than two labels (%s%s): use the model softmax, or for numbers the loss squared"
              .formatted(shown(all), more || all.size() > SHOWN ? ", ..." : ""));
    }
    return ofSome(all);
  }

  /**
   * Returns the labels of classes that the rows of all workers have.
   *
   * @throws IllegalArgumentException if one is not a whole number, or they are not two at least
   */
  public static Labels ofSeveral(Census census) {
    List<Float> all = census.labels().listed();
    for (float label : all) {
      if (label != (int) label || Math.abs(label) > 1 << 24) {
        throw new IllegalArgumentException(
            "label %s: classes are whole numbers, of 24 bits at most".formatted(label));
      }
    }
    return ofSome(all);
  }

  private static Labels ofSome(List<Float> all) {
    if (all.size() < 2) {
      throw new IllegalArgumentException(
          all.isEmpty()
              ? "no examples, so no labels"
              : "all labels are %s: classes need two at least".formatted(text(all.get(0))));
    }
    return new Labels(all);
  }

  private static String shown(List<Float> labels) {
    return labels.stream().limit(SHOWN).map(Labels::text).collect(Collectors.joining(", "));
  }

  /** Returns a label as people write it. */
  public static String text(float label) {
    return label == (long) label ? Long.toString((long) label) : Float.toString(label);
  }

  /** Returns the same rows with −1 and +1 as labels, which are two. */
  public SparseRows signs(SparseRows rows) {
    return map(rows, 2, -1);
  }

  /** Returns the same rows with the numbers of their classes as labels, from 0. */
  public SparseRows numbers(SparseRows rows) {
    return map(rows, 1, 0);
  }

  private SparseRows map(SparseRows rows, int scale, int shift) {
    float[] known = new float[values.size()];
    for (int i = 0; i < known.length; i++) {
      known[i] = values.get(i);
    }
    float[] mapped = new float[rows.size()];
    for (int row = 0; row < mapped.length; row++) {
      int number = Arrays.binarySearch(known, rows.label(row) + 0f); // so that −0 becomes 0
      if (number < 0) {
        throw new IllegalArgumentException(
            "label %s was not learned; the model knows %s%s"
                .formatted(
                    text(rows.label(row)),
                    shown(values),
                    known.length > SHOWN ? " and %d more".formatted(known.length - SHOWN) : ""));
      }
      mapped[row] = scale * number + shift;
    }
    return rows.withLabels(mapped);
  }
}
