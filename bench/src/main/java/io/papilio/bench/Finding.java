package io.papilio.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * A figure that a turn has found.
 *
 * @param set the data set it is of
 * @param measure what was measured
 */
record Finding(String set, String measure, int round, double value) {
  /** The first word of a line that a program prints for a figure. */
  private static final String MARK = "measure";

  /** Prints a line for {@link #parse}. */
  static void say(String measure, double value) {
    System.out.println(MARK + " " + measure + " " + value);
  }

  /**
   * Reads what programs print: {@code measure NAME VALUE}, a line for each sample; other lines mean
   * nothing. A program that says nothing at all has failed.
   */
  static List<Finding> parse(String set, int round, String output) {
    List<Finding> findings = new ArrayList<>();
    for (String line : output.lines().toList()) {
      String[] words = line.strip().split(" +");
      if (words[0].equals(MARK)) {
        if (words.length != 3) {
          throw new IllegalArgumentException("cannot read: " + line);
        }
        findings.add(new Finding(set, words[1], round, Double.parseDouble(words[2])));
      }
    }
    if (findings.isEmpty()) {
      throw new IllegalArgumentException("it measured nothing");
    }
    return findings;
  }
}
