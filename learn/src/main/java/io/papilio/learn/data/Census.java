package io.papilio.learn.data;

import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What all workers must know of the rows of all workers before the first step.
 *
 * <pre>
 *   rows of worker 0  ->  census --+
 *   rows of worker 1  ->  census --+--merge-->  the census of all rows, whoever has which of them
 *   rows of worker 2  ->  census --+
 * </pre>
 *
 * @param features one more than the largest index
 * @param fingerprint most likely another number for other rows; see {@link Shard#fingerprint}
 */
public record Census(
    long rows,
    long entries,
    int features,
    LabelValues labels,
    double weight,
    long fingerprint,
    List<Report.InputCount> inputs) {
  private static final Codec<Census> CODEC = Fields.codec(Census::write, Census::read);

  public Census {
    inputs = List.copyOf(inputs);
  }

  /**
   * The labels of rows.
   *
   * @param listed the smallest labels, in growing order; −0 counts as 0
   * @param missing how many rows have no label, which is NaN
   */
  public record LabelValues(List<Float> listed, int most, boolean more, long missing) {
    public LabelValues {
      listed = List.copyOf(listed);
    }
  }

  /** Returns the census of what a worker has read, with the smallest {@code mostLabels} labels. */
  public static Census of(Source.Loaded loaded, int mostLabels) {
    Shard all = Shard.of(loaded.blocks());
    LabelSet labels = new LabelSet(mostLabels);
    double weight = 0;
    for (RowBlock some : loaded.blocks()) {
      SparseRows block = some.rows();
      for (int row = 0; row < block.size(); row++) {
        weight += block.weight(row);
        labels.add(block.label(row));
      }
    }
    return new Census(
        all.size(),
        loaded.entries(),
        Math.max(all.features(), loaded.width()),
        labels.values(),
        weight,
        all.fingerprint(),
        loaded.report().inputs());
  }

  /** Returns the census of all workers' rows, the same on all of them; all of them call it. */
  public static Census agree(Communicator comm, Census own) {
    return comm.allReduce(own, CODEC, Census::merge, "census");
  }

  public Census merge(Census other) {
    LabelSet union = new LabelSet(labels.most);
    union.addAll(labels);
    union.addAll(other.labels);
    Map<String, Report.InputCount> counts = new LinkedHashMap<>();
    inputs.forEach(input -> counts.put(input.name(), input));
    other.inputs.forEach(input -> counts.merge(input.name(), input, Report.InputCount::merge));
    return new Census(
        rows + other.rows,
        entries + other.entries,
        Math.max(features, other.features),
        union.values(),
        weight + other.weight,
        fingerprint + other.fingerprint,
        List.copyOf(counts.values()));
  }

  public long badLines() {
    return inputs.stream().mapToLong(Report.InputCount::badLines).sum();
  }

  public void requireExamples() {
    inputs.forEach(Report.InputCount::requireExamples);
  }

  /** Returns the census as bytes, of which {@link #of(byte[])} makes it again. */
  public byte[] bytes() {
    return CODEC.encode(this);
  }

  public static Census of(byte[] bytes) {
    return CODEC.decode(bytes);
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeLong(rows);
    out.writeLong(entries);
    out.writeInt(features);
    Fields.writeAll(labels.listed, (label, to) -> to.writeFloat(label), out);
    out.writeInt(labels.most);
    out.writeBoolean(labels.more);
    out.writeLong(labels.missing);
    out.writeDouble(weight);
    out.writeLong(fingerprint);
    Fields.writeAll(inputs, Fields::writeInput, out);
  }

  private static Census read(DataInputStream in) throws IOException {
    return new Census(
        in.readLong(),
        in.readLong(),
        in.readInt(),
        new LabelValues(
            Fields.readAll(DataInputStream::readFloat, in),
            in.readInt(),
            in.readBoolean(),
            in.readLong()),
        in.readDouble(),
        in.readLong(),
        Fields.readAll(Fields::readInput, in));
  }

  private static final class LabelSet {
    private final int most;
    private final TreeSet<Float> smallest = new TreeSet<>();
    private boolean more;
    private long missing;
    private float last = Float.NaN; // labels that were just added need not be looked up
    private float other = Float.NaN;

    LabelSet(int most) {
      this.most = most;
    }

    void add(float label) {
      if (label == last || label == other) {
        return;
      }
      if (Float.isNaN(label)) {
        missing++;
        return;
      }
      other = last;
      last = label;
      smallest.add(label + 0f); // so that -0 becomes 0
      if (smallest.size() > most) {
        smallest.pollLast();
        more = true;
      }
    }

    void addAll(LabelValues some) {
      some.listed.forEach(this::add);
      more |= some.more;
      missing += some.missing;
    }

    LabelValues values() {
      return new LabelValues(List.copyOf(smallest), most, more, missing);
    }
  }
}
