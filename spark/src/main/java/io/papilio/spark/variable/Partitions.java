package io.papilio.spark.variable;

import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Numbers of partitions as text: {@code 0-3,7}; if that is too long, with dots at the end. */
final class Partitions {
  /** What fits into a message, and into a message for people. */
  private static final int MOST_CHARACTERS = 2_000;

  private Partitions() {}

  static String text(BitSet partitions) {
    StringJoiner text = new StringJoiner(",");
    for (int from = partitions.nextSetBit(0); from >= 0; ) {
      if (text.length() > MOST_CHARACTERS) {
        return text.add("...").toString();
      }
      int to = partitions.nextClearBit(from) - 1;
      text.add(from == to ? "" + from : from + "-" + to);
      from = partitions.nextSetBit(to + 1);
    }
    return text.toString();
  }

  /** All that are named. */
  static List<Integer> parse(String text) {
    return Stream.of(text.split(","))
        .filter(range -> !range.isEmpty() && !range.equals("..."))
        .flatMapToInt(
            range -> {
              String[] ends = range.split("-");
              return IntStream.rangeClosed(
                  Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
            })
        .boxed()
        .toList();
  }
}
