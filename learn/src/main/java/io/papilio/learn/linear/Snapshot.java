package io.papilio.learn.linear;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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
