package io.papilio.learn.data.format;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * The text format of Vowpal Wabbit.
 *
 * <pre>
 *   1 2.5 0 'tag|user:0.5 age:33 7 |word the cat
 *   |  |  |   |    |   |   |     |
 *   |  |  |   |    |   |   |     a name that is a number: its index is that plus the hash of "user"
 *   |  |  |   |    |   |   value (1 if none); the index is a hash, begun with that of "user"
 *   |  |  |   |    |   all values of this namespace are multiplied by it
 *   |  |  |   |    namespace; none has the hash 0 and, for interactions, the letter ' '
 *   |  |  |   what touches the bar or begins with ' is a tag, and skipped
 *   |  |  initial prediction: skipped
 *   |  importance: the weight of the row
 *   label
 * </pre>
 *
 * Indices are those of VW for the same bits, and its features of value 0 are left out as well.
 * Where no label is needed, there may be none: {@code | the cat}, {@code 'tag| the cat}.
 */
final class VwParser implements RowParser {
  private final NumberParser numbers = new NumberParser();
  private final Interactions interactions;
  private final int mask;
  private final boolean needsLabel;

  private byte[] bytes = {};
  private int start; // of the line
  private int end;
  private int at; // how far it is read

  VwParser(Features features, boolean needsLabel) {
    this.needsLabel = needsLabel;
    Features hashed = features.orDefaultBits();
    this.interactions = new Interactions(hashed);
    this.mask = hashed.mask();
  }

  @Override
  public void parse(byte[] line, int from, int to, RowsBuilder rows) throws BadLineException {
    bytes = line;
    start = from;
    end = to;
    int bar = from;
    while (bar < to && line[bar] != '|') {
      bar++;
    }
    at = from;
    float label = prefix(bar, "label");
    if (needsLabel && Float.isNaN(label)) {
      throw new BadLineException(column(from), noLabel(bar));
    }
    int importanceAt = RowParser.skipBlanks(bytes, at, bar);
    float importance = prefix(bar, "importance");
    if (importance < 0) {
      throw new BadLineException(column(importanceAt), "negative importance: " + importance);
    }
    prefix(bar, "initial prediction");
    int rest = RowParser.skipBlanks(bytes, at, bar);
    if (rest < bar && !isTag(rest, RowParser.skipWord(bytes, rest, bar), bar)) {
      throw new BadLineException(column(rest), "neither a tag nor a bar");
    }
    at = bar;
    while (at < end) {
      namespace(rows);
    }
    interactions.addTo(rows);
    rows.endRow(label, Float.isNaN(importance) ? 1 : importance);
  }

  /** Returns the next number before the bar, or NaN if there is none. */
  private float prefix(int bar, String what) throws BadLineException {
    int word = RowParser.skipBlanks(bytes, at, bar);
    int wordEnd = RowParser.skipWord(bytes, word, bar);
    if (word == bar || isTag(word, wordEnd, bar)) {
      return Float.NaN;
    }
    at = wordEnd;
    return number(word, wordEnd, what);
  }

  private boolean isTag(int word, int wordEnd, int bar) {
    return bytes[word] == '\'' || wordEnd == bar && bar < end;
  }

  private String noLabel(int bar) {
    int word = RowParser.skipBlanks(bytes, start, bar);
    return word == bar || bytes[word] == '\''
        ? "no label: a line has to begin with a number"
        : "no label: what touches the bar is a tag, put a space between";
  }

  private void namespace(RowsBuilder rows) throws BadLineException {
    int name = ++at;
    int nameEnd = skipName();
    float scale = value("scale");
    boolean named = nameEnd > name;
    int hash = named ? hash(name, nameEnd, 0) : 0;
    int first = rows.entriesOfRow();
    int nameless = 0;
    for (skipBlanks(); at < end && bytes[at] != '|'; skipBlanks()) {
      int feature = at;
      int featureEnd = skipName();
      float value = scale * value("value");
      int index = featureEnd > feature ? hash(feature, featureEnd, hash) : hash + nameless++;
      if (!NumberParser.isFinite(value)) {
        throw new BadLineException(column(feature), "not finite with the scale " + scale);
      }
      if (value != 0) {
        rows.add(index & mask, value);
      }
    }
    interactions.mark(first, rows.entriesOfRow(), named ? bytes[name] : (byte) ' ');
  }

  private void skipBlanks() {
    at = RowParser.skipBlanks(bytes, at, end);
  }

  private int skipName() {
    while (at < end && !RowParser.isBlank(bytes[at]) && bytes[at] != ':' && bytes[at] != '|') {
      at++;
    }
    return at;
  }

  /** Returns what follows a name after a colon, or 1 if there is no colon. */
  private float value(String what) throws BadLineException {
    if (at == end || bytes[at] != ':') {
      return 1;
    }
    int from = ++at;
    while (at < end && !RowParser.isBlank(bytes[at]) && bytes[at] != '|') {
      at++;
    }
    return number(from, at, what);
  }

  private float number(int from, int to, String what) throws BadLineException {
    float number = numbers.parse(bytes, from, to);
    if (!NumberParser.isFinite(number) || numbers.end() < to) {
      throw new BadLineException(
          column(from), what + " is " + NumberParser.problem(bytes, from, to));
    }
    return number;
  }

  /** A number is not hashed, but added to the seed. */
  private int hash(int from, int to, int seed) {
    int number = 0;
    for (int i = from; i < to; i++) {
      if (!NumberParser.isDigit(bytes[i])) {
        return MurmurHash3.hash32x86(bytes, from, to - from, seed);
      }
      number = 10 * number + (bytes[i] - '0');
    }
    return number + seed;
  }

  private int column(int position) {
    return position - start + 1;
  }
}
