package io.papilio.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** What several rounds say together. */
final class Summary {
  private final List<Row> rows;

  /** A point of the table. */
  record Point(int ranks, int length) implements Comparable<Point> {
    @Override
    public int compareTo(Point other) {
      int byRanks = Integer.compare(ranks, other.ranks);
      return byRanks != 0 ? byRanks : Integer.compare(length, other.length);
    }
  }

  /** Best of all samples; median of the rounds' medians. */
  record Figure(
      double bestMicros, double medianMicros, OptionalDouble predictedMicros, boolean correct) {}

  Summary(List<Row> rows) {
    this.rows = rows;
  }

  /** Where any of these contenders was measured, by ranks and then by length. */
  Collection<Point> points(List<String> contenders) {
    TreeSet<Point> points = new TreeSet<>();
    for (Row row : rows) {
      if (contenders.contains(row.contender())) {
        points.add(new Point(row.ranks(), row.timing().length()));
      }
    }
    return points;
  }

  boolean has(String contender) {
    return rows.stream().anyMatch(row -> row.contender().equals(contender));
  }

  Optional<Figure> figure(String contender, Point point) {
    List<Timing> timings =
        rows.stream()
            .filter(row -> row.contender().equals(contender))
            .filter(row -> row.ranks() == point.ranks())
            .map(Row::timing)
            .filter(timing -> timing.length() == point.length())
            .toList();
    if (timings.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Figure(
            timings.stream().mapToDouble(Timing::minMicros).min().getAsDouble(),
            median(timings.stream().mapToDouble(Timing::medianMicros).toArray()),
            predicted(timings),
            timings.stream().allMatch(Timing::correct)));
  }

  /** Rounds differ if each has calibrated. */
  private static OptionalDouble predicted(List<Timing> timings) {
    double[] all =
        timings.stream().flatMapToDouble(each -> each.predictedMicros().stream()).toArray();
    return all.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(median(all));
  }

  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
