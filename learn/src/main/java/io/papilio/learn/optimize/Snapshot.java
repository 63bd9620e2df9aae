package io.papilio.learn.optimize;

import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where an optimizer is between two epochs, passes or iterations: all that it needs to go on to the
 * same bits, as arrays by name. The same on all workers.
 */
public final class Snapshot {
  private final String stage;
  private final Map<String, double[]> doubles = new TreeMap<>();
  private final Map<String, float[]> floats = new TreeMap<>();

  /** Of the optimizer that calls itself so. */
  public Snapshot(String stage) {
    this.stage = stage;
  }

  public String stage() {
    return stage;
  }

  /** This, if it is of that stage: nobody can go on from where another has been. */
  public Snapshot of(String expected) {
    if (!stage.equals(expected)) {
      throw new IllegalArgumentException(
          "%s cannot go on from a snapshot of %s".formatted(expected, stage));
    }
    return this;
  }

  /** Adds a copy of these, or a few numbers. */
  public Snapshot with(String name, double... values) {
    doubles.put(name, values.clone());
    return this;
  }

  /** Adds a copy of these. */
  public Snapshot with(String name, float[] values) {
    floats.put(name, values.clone());
    return this;
  }

  public boolean has(String name) {
    return doubles.containsKey(name) || floats.containsKey(name);
  }

  public double[] doubles(String name) {
    return required(name, doubles.get(name)).clone();
  }

  public float[] floats(String name) {
    return required(name, floats.get(name)).clone();
  }

  public double number(String name) {
    return required(name, doubles.get(name))[0];
  }

  /** A number that is whole, and below 2^53. */
  public long whole(String name) {
    return (long) number(name);
  }

  private <T> T required(String name, T values) {
    if (values == null) {
      throw new IllegalArgumentException("no %s in a snapshot of %s".formatted(name, stage));
    }
    return values;
  }

  /**
   * Gives one worker's snapshot to all workers, who call it together; what others bring does not
   * matter. Each array travels by itself, so that all together may be larger than one can be.
   */
  public Snapshot share(Communicator comm, int root) {
    Contents contents = comm.broadcast(contents(), CONTENTS, root);
    if (comm.rank() == root) {
      contents.doubles.keySet().forEach(name -> broadcast(comm, root, doubles.get(name)));
      contents.floats.keySet().forEach(name -> comm.broadcast(floats.get(name), root));
      return this;
    }
    Snapshot copy = new Snapshot(contents.stage);
    contents.doubles.forEach(
        (name, length) -> copy.doubles.put(name, broadcast(comm, root, new double[length])));
    contents.floats.forEach(
        (name, length) -> {
          float[] values = new float[length];
          comm.broadcast(values, root);
          copy.floats.put(name, values);
        });
    return copy;
  }

  /** As bits, which no sum with zeros changes. */
  private static double[] broadcast(Communicator comm, int root, double[] values) {
    long[] bits = new long[values.length];
    for (int i = 0; i < bits.length && comm.rank() == root; i++) {
      bits[i] = Double.doubleToRawLongBits(values[i]);
    }
    comm.allReduce(bits, Reduction.SUM);
    double[] shared = new double[bits.length];
    for (int i = 0; i < bits.length; i++) {
      shared[i] = Double.longBitsToDouble(bits[i]);
    }
    return shared;
  }

  /** What a snapshot holds: names and lengths. */
  private record Contents(
      String stage, Map<String, Integer> doubles, Map<String, Integer> floats) {}

  private Contents contents() {
    Contents contents = new Contents(stage, new TreeMap<>(), new TreeMap<>());
    doubles.forEach((name, values) -> contents.doubles.put(name, values.length));
    floats.forEach((name, values) -> contents.floats.put(name, values.length));
    return contents;
  }

  private static final Codec<Contents> CONTENTS =
      new Codec<>() {
        @Override
        public byte[] encode(Contents value) {
          StringBuilder text = new StringBuilder(value.stage);
          value.doubles.forEach(
              (name, length) -> text.append("\nd ").append(length).append(' ').append(name));
          value.floats.forEach(
              (name, length) -> text.append("\nf ").append(length).append(' ').append(name));
          return text.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Contents decode(byte[] bytes) {
          String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n");
          Contents contents = new Contents(lines[0], new TreeMap<>(), new TreeMap<>());
          for (int i = 1; i < lines.length; i++) {
            String[] words = lines[i].split(" ", 3);
            Map<String, Integer> lengths =
                words[0].equals("d") ? contents.doubles : contents.floats;
            lengths.put(words[2], Integer.parseInt(words[1]));
          }
          return contents;
        }
      };

  /** Writes what {@link #read} reads. */
  public void write(DataOutput out) throws IOException {
    out.writeUTF(stage);
    out.writeInt(doubles.size());
    for (Map.Entry<String, double[]> entry : doubles.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeInt(entry.getValue().length);
      for (double value : entry.getValue()) {
        out.writeDouble(value);
      }
    }
    out.writeInt(floats.size());
    for (Map.Entry<String, float[]> entry : floats.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeInt(entry.getValue().length);
      for (float value : entry.getValue()) {
        out.writeFloat(value);
      }
    }
  }

  /** Reads what {@link #write} has written. */
  public static Snapshot read(DataInput in) throws IOException {
    Snapshot snapshot = new Snapshot(in.readUTF());
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      double[] values = new double[in.readInt()];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.readDouble();
      }
      snapshot.doubles.put(name, values);
    }
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      float[] values = new float[in.readInt()];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.readFloat();
      }
      snapshot.floats.put(name, values);
    }
    return snapshot;
  }
}
