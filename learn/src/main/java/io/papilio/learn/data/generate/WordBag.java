package io.papilio.learn.data.generate;

import io.papilio.learn.data.RowsBuilder;
import java.util.Arrays;

/**
 * The words of one text, counted into a row of unit length: the value of a word grows with the
 * logarithm of its count (1 + ln count), times what the word is worth.
 *
 * <pre>
 *   words 7 2 7 9    ->    2:1  7:1.69  9:1, divided by their norm
 * </pre>
 */
final class WordBag {
  private int[] words = new int[256];
  private int size;

  void add(int word) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size++] = word;
  }

  /** Makes the words entries of the row under way, and forgets them. */
  void addTo(RowsBuilder rows, float[] worth) {
    Arrays.sort(words, 0, size);
    double squares = 0;
    for (int from = 0, to; from < size; from = to) {
      to = end(from);
      double value = value(from, to, worth);
      squares += value * value;
    }
    double norm = Math.sqrt(squares);
    for (int from = 0, to; from < size; from = to) {
      to = end(from);
      rows.add(words[from], (float) (value(from, to, worth) / norm));
    }
    size = 0;
  }

  private int end(int from) {
    int to = from + 1;
    while (to < size && words[to] == words[from]) {
      to++;
    }
    return to;
  }

  private double value(int from, int to, float[] worth) {
    int count = to - from;
    return worth[words[from]] * (count == 1 ? 1 : 1 + StrictMath.log(count));
  }
}
