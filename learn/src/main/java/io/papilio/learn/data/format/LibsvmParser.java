package io.papilio.learn.data.format;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;

/**
 * The format of LIBSVM and SVMlight.
 *
 * <pre>
 *   +1 1:0.5 7:2 102:-3e-2  # from here on a comment
 *   label, then index:value with growing indices; the first index is 1 and becomes 0
 *   1:0.5 7:2            without a label, where none is needed
 * </pre>
 */
final class LibsvmParser implements RowParser {
  private static final int MOST_INDEX_DIGITS = 10;

  private final NumberParser numbers = new NumberParser();
  private final Interactions interactions;
  private final int mask;
  private final boolean needsLabel;
  private int labelEnd;

  LibsvmParser(Features features, boolean needsLabel) {
    this.needsLabel = needsLabel;
    this.interactions = new Interactions(features);
    this.mask = features.mask();
  }

  @Override
  public void parse(byte[] bytes, int from, int to, RowsBuilder rows) throws BadLineException {
    int at = RowParser.skipBlanks(bytes, from, to);
    float label = label(bytes, at, from, to);
    at = RowParser.skipBlanks(bytes, labelEnd, to);
    long last = 0;
    while (at < to && bytes[at] != '#') {
      int word = at;
      long eight = Digits.load(bytes, at);
      int count = Math.min(Digits.count(eight), to - at);
      long index = Digits.value(eight, count);
      for (at += count; at < to && NumberParser.isDigit(bytes[at]); at++) {
        index = 10 * index + (bytes[at] - '0');
      }
      boolean hasColon = at < to && bytes[at] == ':';
      if (!hasColon || index <= last || index > Integer.MAX_VALUE || tooLong(word, at)) {
        int end = RowParser.skipWord(bytes, word, to);
        throw new BadLineException(word - from + 1, problem(bytes, word, end, last));
      }
      last = index;
      float value = numbers.parse(bytes, at + 1, to);
      if (!NumberParser.isFinite(value) || !endsWord(bytes, numbers.end(), to)) {
        throw notANumber(bytes, at + 1, from, to);
      }
      rows.add((int) (index - 1) & mask, value);
      at = RowParser.skipBlanks(bytes, numbers.end(), to);
    }
    interactions.addToAll(rows);
    rows.endRow(label, 1);
  }

  /** Returns the label, NaN if there is none. */
  private float label(byte[] bytes, int at, int from, int to) throws BadLineException {
    float label = numbers.parse(bytes, at, to);
    int end = numbers.end();
    if (at == to || bytes[at] == '#' || end > at && end < to && bytes[end] == ':') {
      if (needsLabel) {
        throw new BadLineException(at - from + 1, "no label: a line has to begin with a number");
      }
      labelEnd = at;
      return Float.NaN;
    }
    if (!NumberParser.isFinite(label) || !endsWord(bytes, end, to)) {
      throw notANumber(bytes, at, from, to);
    }
    labelEnd = end;
    return label;
  }

  private static boolean endsWord(byte[] bytes, int at, int to) {
    return at == to || RowParser.isBlank(bytes[at]) || bytes[at] == '#';
  }

  private static boolean tooLong(int from, int to) {
    return to - from > MOST_INDEX_DIGITS;
  }

  private static BadLineException notANumber(byte[] bytes, int at, int from, int to) {
    int end = RowParser.skipWord(bytes, at, to);
    return new BadLineException(at - from + 1, NumberParser.problem(bytes, at, end));
  }

  /** Returns what is wrong with a word at or before its colon. */
  private static String problem(byte[] bytes, int from, int end, long last) {
    String word = NumberParser.text(bytes, from, end);
    int colon = word.indexOf(':');
    if (colon < 0) {
      return "no colon: '" + word + "'";
    }
    String index = word.substring(0, colon);
    if (index.matches("-\\d+")) {
      return "negative index: " + index;
    }
    if (!index.matches("\\d+")) {
      return "not an index: '" + index + "'";
    }
    if (index.length() > MOST_INDEX_DIGITS || Long.parseLong(index) > Integer.MAX_VALUE) {
      return "index too large: " + index;
    }
    long number = Long.parseLong(index);
    if (number == 0) {
      return "index 0: the first index is 1";
    }
    return number == last
        ? "index " + number + " twice"
        : "index " + number + " after " + last + ": indices have to grow";
  }
}
