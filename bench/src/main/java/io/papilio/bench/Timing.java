package io.papilio.bench;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a run found for one length.
 *
 * @param minMicros the fastest sample
 * @param predictedMicros what the price model says, where there is one
 * @param correct whether the sums were right on all ranks
 */
record Timing(
    int length,
    double minMicros,
    double medianMicros,
    OptionalDouble predictedMicros,
    boolean correct) {

  /** The first word of a line that a peer's program prints for a length. */
  private static final String MARK = "allreduce";

  /**
   * Reads what the programs of peers print: {@code allreduce LENGTH MIN MEDIAN right|wrong}, a line
   * for each length; other lines mean nothing.
   */
  static List<Timing> parse(String output) {
    return output
        .lines()
        .map(line -> line.strip().split(" +"))
        .filter(words -> words[0].equals(MARK))
        .map(Timing::parse)
        .toList();
  }

  private static Timing parse(String[] words) {
    if (words.length != 5 || !words[4].matches("right|wrong")) {
      throw new IllegalArgumentException("cannot read: " + String.join(" ", words));
    }
    return new Timing(
        Integer.parseInt(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]),
        OptionalDouble.empty(),
        words[4].equals("right"));
  }
}
