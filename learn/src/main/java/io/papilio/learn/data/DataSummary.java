package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What there is to say of rows at a glance.
 *
 * @param values the smallest and the largest value of an entry; both 0 if there is none
 * @param unitNorm whether all rows with features have length 1
 */
public record DataSummary(
    long rows,
    int features,
    long nonZeros,
    Lengths lengths,
    LabelCounts labels,
    Values values,
    boolean weighted,
    boolean unitNorm) {
  /** Which {@link Lengths#quantiles} there are. */
  public static final List<Double> QUANTILES = List.of(0.01, 0.25, 0.5, 0.75, 0.99);

  public static final int LABELS_LISTED = 20;

  private static final double NORM_TOLERANCE = 1e-3;

  /**
   * Non-zeros per row; all 0 if there are no rows.
   *
   * @param quantiles for each of {@link #QUANTILES} the least length that so many rows do not
   *     exceed
   */
  public record Lengths(double mean, int min, int max, List<Integer> quantiles, long empty) {
    public Lengths {
      quantiles = List.copyOf(quantiles);
    }
  }

  public record Values(float min, float max) {}

  public record LabelCount(float label, long rows) {}

  /**
   * Labels by size.
   *
   * @param listed the smallest of them, at most {@link #LABELS_LISTED}
   * @param more how many there are beyond those
   */
  public record LabelCounts(List<LabelCount> listed, int more) {
    public LabelCounts {
      listed = List.copyOf(listed);
    }
  }

  public static DataSummary of(List<SparseRows> blocks) {
    Shard all = Shard.of(blocks);
    int[] lengths = new int[all.size()];
    float[] labels = new float[all.size()];
    long nonZeros = 0;
    boolean weighted = false;
    boolean unitNorm = true;
    float min = Float.POSITIVE_INFINITY;
    float max = Float.NEGATIVE_INFINITY;
    int size = 0;
    for (SparseRows block : blocks) {
      nonZeros += block.entries();
      weighted |= block.isWeighted();
      unitNorm &= isUnitNorm(block);
      for (int row = 0; row < block.size(); row++) {
        lengths[size] = block.end(row) - block.start(row);
        labels[size++] = block.label(row) + 0f; // no zero below zero
        for (int i = block.start(row); i < block.end(row); i++) {
          min = Math.min(min, block.values()[i]);
          max = Math.max(max, block.values()[i]);
        }
      }
    }
    return new DataSummary(
        size,
        all.features(),
        nonZeros,
        lengths(lengths, nonZeros),
        labels(labels),
        min > max ? new Values(0, 0) : new Values(min, max),
        weighted,
        unitNorm && nonZeros > 0);
  }

  private static boolean isUnitNorm(SparseRows block) {
    for (int row = 0; row < block.size(); row++) {
      double squares = 0;
      for (int i = block.start(row); i < block.end(row); i++) {
        squares += (double) block.values()[i] * block.values()[i];
      }
      boolean empty = block.start(row) == block.end(row);
      if (!empty && !(Math.abs(Math.sqrt(squares) - 1) <= NORM_TOLERANCE)) {
        return false;
      }
    }
    return true;
  }

  private static Lengths lengths(int[] lengths, long nonZeros) {
    int rows = lengths.length;
    if (rows == 0) {
      return new Lengths(0, 0, 0, QUANTILES.stream().map(q -> 0).toList(), 0);
    }
    Arrays.sort(lengths);
    List<Integer> quantiles =
        QUANTILES.stream().map(q -> lengths[(int) Math.ceil(q * rows) - 1]).toList();
    long empty = Arrays.stream(lengths).takeWhile(length -> length == 0).count();
    double mean = (double) nonZeros / rows;
    return new Lengths(mean, lengths[0], lengths[rows - 1], quantiles, empty);
  }

  private static LabelCounts labels(float[] labels) {
    int rows = labels.length;
    Arrays.sort(labels);
    List<LabelCount> listed = new ArrayList<>();
    int more = 0;
    for (int from = 0, to; from < rows; from = to) {
      to = from + 1;
      while (to < rows && Float.compare(labels[to], labels[from]) == 0) {
        to++;
      }
      if (listed.size() < LABELS_LISTED) {
        listed.add(new LabelCount(labels[from], to - from));
      } else {
        more++;
      }
    }
    return new LabelCounts(listed, more);
  }

  public String text() {
    String shown =
        labels.listed.stream()
            .map(count -> "%s (%d)".formatted(Labels.text(count.label), count.rows))
            .collect(Collectors.joining(", "));
    return String.join(
        System.lineSeparator(),
        "rows         %d, %d without features".formatted(rows, lengths.empty),
        "features     %d".formatted(features),
        "non-zeros    %d".formatted(nonZeros),
        "  per row    mean %s, min %d, max %d"
            .formatted(String.format(Locale.ROOT, "%.2f", lengths.mean), lengths.min, lengths.max),
        "  quantiles  %s (%s)".formatted(words(lengths.quantiles), words(QUANTILES)),
        "labels       " + shown + (labels.more > 0 ? " and %d more".formatted(labels.more) : ""),
        "values       %s to %s".formatted(Labels.text(values.min), Labels.text(values.max)),
        "weights      " + (weighted ? "yes" : "all 1"),
        "unit norm    " + (unitNorm ? "yes" : "no"));
  }

  private static String words(List<? extends Number> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
