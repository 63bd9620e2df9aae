package io.papilio.learn.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
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

  public static DataSummary of(Iterable<SparseRows> blocks) {
    Counter counter = new Counter();
    blocks.forEach(counter);
    return counter.summary();
  }

  /** Counts rows that come block by block. */
  public static final class Counter implements Consumer<SparseRows> {
    private final SortedMap<Integer, Long> lengths = new TreeMap<>();
    private final SortedMap<Float, Long> labels = new TreeMap<>();
    private long rows;
    private int features;
    private long nonZeros;
    private boolean weighted;
    private boolean unitNorm = true;
    private float min = Float.POSITIVE_INFINITY;
    private float max = Float.NEGATIVE_INFINITY;

    @Override
    public void accept(SparseRows block) {
      rows += block.size();
      features = Math.max(features, block.features());
      nonZeros += block.entries();
      weighted |= block.isWeighted();
      unitNorm &= isUnitNorm(block);
      for (int row = 0; row < block.size(); row++) {
        lengths.merge(block.end(row) - block.start(row), 1L, Long::sum);
        labels.merge(block.label(row) + 0f, 1L, Long::sum); // no zero below zero
        for (int i = block.start(row); i < block.end(row); i++) {
          min = Math.min(min, block.values()[i]);
          max = Math.max(max, block.values()[i]);
        }
      }
    }

    public DataSummary summary() {
      return new DataSummary(
          rows,
          features,
          nonZeros,
          lengthsOf(lengths, rows, nonZeros),
          labelCounts(labels),
          min > max ? new Values(0, 0) : new Values(min, max),
          weighted,
          unitNorm && nonZeros > 0);
    }
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

  private static Lengths lengthsOf(SortedMap<Integer, Long> counts, long rows, long nonZeros) {
    if (rows == 0) {
      return new Lengths(0, 0, 0, QUANTILES.stream().map(q -> 0).toList(), 0);
    }
    List<Integer> quantiles = new ArrayList<>();
    long before = 0;
    for (Map.Entry<Integer, Long> count : counts.entrySet()) {
      before += count.getValue();
      while (quantiles.size() < QUANTILES.size()
          && Math.ceil(QUANTILES.get(quantiles.size()) * rows) <= before) {
        quantiles.add(count.getKey());
      }
    }
    double mean = (double) nonZeros / rows;
    return new Lengths(
        mean, counts.firstKey(), counts.lastKey(), quantiles, counts.getOrDefault(0, 0L));
  }

  private static LabelCounts labelCounts(SortedMap<Float, Long> counts) {
    List<LabelCount> listed =
        counts.entrySet().stream()
            .limit(LABELS_LISTED)
            .map(count -> new LabelCount(count.getKey(), count.getValue()))
            .toList();
    return new LabelCounts(listed, counts.size() - listed.size());
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
