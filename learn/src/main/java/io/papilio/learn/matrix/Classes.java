package io.papilio.learn.matrix;

import io.papilio.learn.data.Census;
import io.papilio.learn.data.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The labels of several classes, whatever whole numbers they are.
 *
 * <pre>
 *   in the file   -3   7   12
 *   here           0   1    2       in growing order
 * </pre>
 *
 * @param labels by class, growing
 */
public record Classes(List<Integer> labels) {
  private static final int SHOWN = 8;

  public Classes {
    labels = List.copyOf(labels);
    if (labels.size() < 2) {
      throw new IllegalArgumentException(
          labels.isEmpty()
              ? "no examples, so no classes"
              : "all labels are %d: several classes need two at least".formatted(labels.get(0)));
    }
    if (!new TreeSet<>(labels).stream().toList().equals(labels)) {
      throw new IllegalArgumentException("labels do not grow: " + labels);
    }
  }

  /**
   * Those that rows have.
   *
   * @throws IllegalArgumentException if one is not a whole number, or they are not two at least
   */
  public static Classes of(List<SparseRows> blocks) {
    TreeSet<Integer> found = new TreeSet<>();
    for (SparseRows rows : blocks) {
      for (int row = 0; row < rows.size(); row++) {
        found.add(whole(rows.label(row)));
      }
    }
    return new Classes(List.copyOf(found));
  }

  /**
   * Returns those that the rows of all workers have.
   *
   * @throws IllegalArgumentException if one is not a whole number, or they are not two at least
   */
  public static Classes of(Census census) {
    return new Classes(census.labels().listed().stream().map(Classes::whole).toList());
  }

  private static int whole(float label) {
    if (label != (int) label || Math.abs(label) > 1 << 24) {
      throw new IllegalArgumentException(
          "label %s: classes are whole numbers, of 24 bits at most".formatted(label));
    }
    return (int) label;
  }

  public int count() {
    return labels.size();
  }

  /** What a class is called in the file. */
  public int original(int number) {
    return labels.get(number);
  }

  /**
   * The same rows with the numbers of their classes as labels.
   *
   * @throws IllegalArgumentException if a row has another label than these
   */
  public List<SparseRows> map(List<SparseRows> blocks) {
    int[] known = labels.stream().mapToInt(Integer::intValue).toArray();
    List<SparseRows> mapped = new ArrayList<>();
    for (SparseRows rows : blocks) {
      float[] numbers = new float[rows.size()];
      for (int row = 0; row < numbers.length; row++) {
        int label = whole(rows.label(row));
        int number = Arrays.binarySearch(known, label);
        if (number < 0) {
          throw new IllegalArgumentException(
              "label %d was not learned; the model knows %s%s"
                  .formatted(
                      label,
                      labels.subList(0, Math.min(SHOWN, known.length)),
                      known.length > SHOWN ? " and %d more".formatted(known.length - SHOWN) : ""));
        }
        numbers[row] = number;
      }
      mapped.add(rows.withLabels(numbers));
    }
    return mapped;
  }
}
