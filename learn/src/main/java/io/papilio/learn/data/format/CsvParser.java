package io.papilio.learn.data.format;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Rows of a CSV file with a header.
 *
 * <pre>
 *   label,age,colour
 *   1,33,red          index 0: 33, index of the hash of "colour=red": 1
 *   0,,               empty or zero: not stored
 * </pre>
 *
 * A number has the index of its column among those of the features, or in this header if none are
 * known. What is no number is text: each value decides for itself, so that a file for training and
 * one for testing cannot disagree about a column.
 */
final class CsvParser implements RowParser {
  private final CsvFields fields = new CsvFields();
  private final NumberParser numbers = new NumberParser();
  private final Interactions interactions;
  private final Features features;
  private final boolean needsLabel;
  private final int label;
  private final byte[][] prefixes; // by column of the file: its name and an equals sign
  private final int[] places; // by column of the file: which one it is of the features
  private final int[] indices; // the row under way, by those places,
  private final float[] values; // so that interactions see it in the same order in all files
  private byte[] scratch = {};

  CsvParser(CsvHeader header, Features features, boolean needsLabel) {
    Columns known = features.columns().orElseGet(header::columns);
    this.interactions = new Interactions(features);
    this.features = features;
    this.needsLabel = needsLabel;
    this.label = header.label();
    this.prefixes =
        header.names().stream()
            .map(name -> (name + "=").getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.places = header.places(known);
    this.indices = new int[known.features().size()];
    this.values = new float[known.features().size()];
  }

  @Override
  public void parse(byte[] bytes, int from, int to, RowsBuilder rows) throws BadLineException {
    float labelValue = Float.NaN;
    fields.begin(bytes, from, to);
    Arrays.fill(values, 0);
    for (int column = 0; column < prefixes.length; column++) {
      if (!fields.hasNext()) {
        throw new BadLineException(
            to - from + 1, "%d fields instead of %d".formatted(column, prefixes.length));
      }
      fields.next();
      if (column == label) {
        labelValue = label();
      } else if (!fields.isEmpty()) {
        put(column, places[column]);
      }
    }
    if (fields.hasNext()) {
      fields.next();
      throw new BadLineException(
          fields.column(), "more fields than the %d columns".formatted(prefixes.length));
    }
    for (int place = 0; place < values.length; place++) {
      if (values[place] != 0) {
        rows.add(indices[place], values[place]);
      }
    }
    interactions.addToAll(rows);
    rows.endRow(labelValue, 1);
  }

  private float label() throws BadLineException {
    if (fields.isEmpty()) {
      if (needsLabel) {
        throw new BadLineException(fields.column(), "no label: a number was expected");
      }
      return Float.NaN;
    }
    float value = number();
    if (!NumberParser.isFinite(value)) {
      throw new BadLineException(fields.column(), problem());
    }
    return value;
  }

  /** Returns the field as a number, NaN if it is none. */
  private float number() {
    float number = numbers.parse(fields.bytes(), fields.from(), fields.to());
    return numbers.end() == fields.to() ? number : Float.NaN;
  }

  private String problem() {
    return NumberParser.problem(fields.bytes(), fields.from(), fields.to());
  }

  private void put(int column, int place) throws BadLineException {
    float value = number();
    if (NumberParser.isFinite(value)) {
      indices[place] = place & features.mask();
      values[place] = value;
      return;
    }
    boolean isName = NumberParser.isName(fields.bytes(), fields.from(), fields.to());
    if (Float.isInfinite(value) || isName) {
      throw new BadLineException(fields.column(), problem());
    }
    if (!features.isHashed()) {
      throw new BadLineException(fields.column(), problem() + ", and text has to be hashed");
    }
    indices[place] = hash(prefixes[column]) & features.mask();
    values[place] = 1;
  }

  private int hash(byte[] prefix) {
    int length = prefix.length + fields.to() - fields.from();
    if (scratch.length < length) {
      scratch = Arrays.copyOf(scratch, 2 * length);
    }
    System.arraycopy(prefix, 0, scratch, 0, prefix.length);
    System.arraycopy(fields.bytes(), fields.from(), scratch, prefix.length, length - prefix.length);
    return MurmurHash3.hash32x86(scratch, 0, length, 0);
  }
}
