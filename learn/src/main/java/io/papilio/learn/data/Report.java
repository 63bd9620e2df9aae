package io.papilio.learn.data;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known after reading, apart from the rows.
 *
 * @param inputs what was found in each input, in the order in which they were given; the same
 *     inputs on every worker, also on those who have no rows of some of them
 * @param features as asked for, with the columns if there were CSV files
 * @param advice what the user should know of the input, such as how it could be read faster; empty
 *     if there is nothing to say
 */
public record Report(List<InputCount> inputs, Features features, String advice) {
  public Report {
    inputs = List.copyOf(inputs);
  }

  public Report(List<InputCount> inputs, Features features) {
    this(inputs, features, "");
  }

  public Report with(Features others) {
    return new Report(inputs, others, advice);
  }

  public long rows() {
    return inputs.stream().mapToLong(InputCount::rows).sum();
  }

  public long badLines() {
    return inputs.stream().mapToLong(InputCount::badLines).sum();
  }

  /** Returns where the first bad line is and why it is bad; empty if there was none. */
  public String firstBadLine() {
    return inputs.stream()
        .flatMap(input -> input.firstBad().stream())
        .findFirst()
        .map(BadLine::message)
        .orElse("");
  }

  /**
   * Checks that every input has a row. To be asked of all workers' reports together: one worker may
   * have no rows.
   */
  public void requireExamples() {
    inputs.forEach(InputCount::requireExamples);
  }

  /**
   * A line that is not a row. They are ordered by file and line, then by message.
   *
   * @param message where it is and why it is bad
   */
  public record BadLine(String file, long line, String message) implements Comparable<BadLine> {
    private static final Comparator<BadLine> ORDER =
        Comparator.comparing(BadLine::file)
            .thenComparingLong(BadLine::line)
            .thenComparing(BadLine::message);

    @Override
    public int compareTo(BadLine other) {
      return ORDER.compare(this, other);
    }

    /** Returns the first of those that are there. */
    static Optional<BadLine> first(Optional<BadLine> a, Optional<BadLine> b) {
      return Stream.of(a, b).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }
  }

  /** What was found in one input, such as a file or a folder. */
  public record InputCount(String name, long rows, long badLines, Optional<BadLine> firstBad) {
    /** Creates the count of an input without bad lines. */
    public InputCount(String name, long rows) {
      this(name, rows, 0, Optional.empty());
    }

    /** Returns what several workers found together in the same input. */
    public InputCount merge(InputCount other) {
      return new InputCount(
          name,
          rows + other.rows,
          badLines + other.badLines,
          BadLine.first(firstBad, other.firstBad));
    }

    void requireExamples() {
      if (rows == 0) {
        String bad = firstBad.map(line -> "; bad is " + line.message).orElse("");
        throw new DataException(name, "no examples" + bad);
      }
    }
  }
}
