package io.papilio.learn.data;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The two labels of a two-class problem, whatever they are called.
 *
 * <pre>
 *   in the file   1, 2        0, 1        -1, +1
 *   here          -1, +1      -1, +1      -1, +1      the smaller one is negative
 * </pre>
 */
public record Labels(float negative, float positive) {
  private static final int SHOWN = 5;

  public Labels {
    if (!(negative < positive)) {
      throw new IllegalArgumentException(
          "not a smaller and a larger label: %s, %s".formatted(negative, positive));
    }
  }

  /**
   * Returns those that rows have.
   *
   * @throws IllegalArgumentException if they are not two
   */
  public static Labels of(List<SparseRows> blocks) {
    return of(Census.of(blocks, List.of(), SHOWN));
  }

  /**
   * Returns those that the rows of all workers have.
   *
   * @throws IllegalArgumentException if they are not two
   */
  public static Labels of(Census census) {
    List<Float> values = census.labels().listed();
    boolean more = census.labels().more() || values.size() > SHOWN;
    if (values.size() == 2 && !more) {
      return new Labels(values.get(0), values.get(1));
    }
    if (values.size() < 2 && !more) {
      throw new IllegalArgumentException(
          values.isEmpty()
              ? "no examples, so no labels"
              : "all labels are " + text(values.get(0)) + ": two classes need two");
    }
    throw new IllegalArgumentException(
        "more than two labels (%s%s): use the model softmax, or for numbers the loss squared"
            .formatted(
                values.stream().limit(SHOWN).map(Labels::text).collect(Collectors.joining(", ")),
                more ? ", ..." : ""));
  }

  private static String text(float label) {
    return label == (long) label ? Long.toString((long) label) : Float.toString(label);
  }

  /**
   * The same rows with -1 and +1 as labels.
   *
   * @throws IllegalArgumentException if a row has another label than these two
   */
  public SparseRows map(SparseRows rows) {
    float[] mapped = new float[rows.size()];
    for (int row = 0; row < mapped.length; row++) {
      float label = rows.label(row);
      if (label != negative && label != positive) {
        throw new IllegalArgumentException(
            "label %s, but the model knows %s and %s only"
                .formatted(text(label), text(negative), text(positive)));
      }
      mapped[row] = label == positive ? 1 : -1;
    }
    return rows.withLabels(mapped);
  }

  /** What a class is called in the file. */
  public float original(boolean isPositive) {
    return isPositive ? positive : negative;
  }
}
