package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Vectors of one length, each dense or sparse, one after the other in flat arrays that grow.
 *
 * <pre>
 *   starts    0         3     5          vector i is what lies from starts[i] to starts[i + 1]
 *   values    7 8 9   | 4 1 | ...
 *   indices   - - -   | 0 2 | ...        growing within a sparse vector; no meaning in dense ones
 *   dense     yes       no
 * </pre>
 *
 * Sparse ones with more than half their entries are kept dense: they are shorter so.
 */
public final class Vectors {
  private static final int DENSE = -1; // in place of a count, on the wire
  private static final int EXPONENT = 0x7f800000; // all ones in what is infinite or no number
  private static final int LONGEST = Integer.MAX_VALUE - 8; // of arrays

  private final int length;
  private float[] values = new float[256];
  private int[] indices = new int[256];
  private int[] starts = new int[17];
  private boolean[] dense = new boolean[16];
  private int size;
  private int end;
  private int sparse; // how many of them

  Vectors(int length) {
    this.length = length;
  }

  public int length() {
    return length;
  }

  public int size() {
    return size;
  }

  /** Adds a copy of a dense vector. */
  public void add(float[] vector) {
    end = starts[size]; // without the sparse one under way
    reserve(length);
    System.arraycopy(vector, 0, values, end, length);
    end += length;
    close(true);
  }

  /** Adds an entry to the sparse vector under way; indices grow. */
  public void entry(int index, float value) {
    boolean grows = end == starts[size] || indices[end - 1] < index;
    if (index < 0 || index >= length || !grows) {
      throw new IllegalArgumentException(
          "entry %d of a vector of length %d, or not after the one before"
              .formatted(index, length));
    }
    reserve(1);
    indices[end] = index;
    values[end++] = value;
  }

  /** Adds the entries of a row to the sparse vector under way. */
  public void entries(SparseRows rows, int row) {
    for (int i = rows.start(row); i < rows.end(row); i++) {
      entry(rows.indices()[i], rows.values()[i]);
    }
  }

  /** Ends the sparse vector under way, which may have no entries. */
  public void end() {
    int start = starts[size];
    int count = end - start;
    boolean half = 2L * count > length;
    if (half) {
      float[] whole = new float[length];
      for (int i = start; i < end; i++) {
        whole[indices[i]] = values[i];
      }
      add(whole);
    } else {
      close(false);
    }
  }

  private void close(boolean isDense) {
    if (size == dense.length) {
      dense = Arrays.copyOf(dense, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size + 1);
    }
    dense[size] = isDense;
    sparse += isDense ? 0 : 1;
    starts[++size] = end;
  }

  /**
   * For so many elements at least, after so many: twice as many, as far as arrays go.
   *
   * @throws IllegalArgumentException if no array has so many
   */
  static int capacity(long least, int before) {
    if (least > LONGEST) {
      throw new IllegalArgumentException(
          "factors of %d elements or bytes, more than an array holds: use a smaller --batch"
              .formatted(least));
    }
    return (int) Math.min(LONGEST, Math.max(least, 2L * before));
  }

  private void reserve(int more) {
    if (end + (long) more > values.length) {
      int capacity = capacity(end + (long) more, values.length);
      values = Arrays.copyOf(values, capacity);
      indices = Arrays.copyOf(indices, capacity);
    }
  }

  void clear() {
    size = 0;
    end = 0;
    sparse = 0;
  }

  void addAll(Vectors others) {
    for (int i = 0; i < others.size; i++) {
      int count = others.end(i) - others.start(i);
      reserve(count);
      System.arraycopy(others.values, others.start(i), values, end, count);
      System.arraycopy(others.indices, others.start(i), indices, end, count);
      end += count;
      close(others.dense[i]);
    }
  }

  boolean isDense(int vector) {
    return dense[vector];
  }

  boolean hasSparse() {
    return sparse > 0;
  }

  int start(int vector) {
    return starts[vector];
  }

  int end(int vector) {
    return starts[vector + 1];
  }

  float[] values() {
    return values;
  }

  int[] indices() {
    return indices;
  }

  /** Copies a vector, zeros included. */
  void copyTo(int vector, float[] into) {
    if (dense[vector]) {
      System.arraycopy(values, starts[vector], into, 0, length);
      return;
    }
    Arrays.fill(into, 0, length, 0);
    for (int i = start(vector); i < end(vector); i++) {
      into[indices[i]] = values[i];
    }
  }

  /** Returns whether all elements are finite numbers. */
  boolean isFinite() {
    int largest = 0;
    for (int i = 0; i < end; i++) {
      largest = Math.max(largest, Float.floatToRawIntBits(values[i]) & EXPONENT);
    }
    return largest < EXPONENT;
  }

  /** Returns how many elements are kept, of all vectors. */
  int entries() {
    return end;
  }

  long encodedBytes() {
    return 4L * (hasSparse() ? size + end + sparseEntries() : end);
  }

  private long sparseEntries() {
    long entries = 0;
    for (int i = 0; i < size; i++) {
      entries += dense[i] ? 0 : end(i) - start(i);
    }
    return entries;
  }

  /** Writes the values; if some are sparse, counts and the indices of those before them. */
  void encode(ByteBuffer out) {
    if (hasSparse()) {
      for (int i = 0; i < size; i++) {
        out.putInt(dense[i] ? DENSE : end(i) - start(i));
      }
      for (int i = 0; i < size; i++) {
        if (!dense[i]) {
          int count = end(i) - start(i);
          out.asIntBuffer().put(indices, start(i), count);
          out.position(out.position() + 4 * count);
        }
      }
    }
    out.asFloatBuffer().put(values, 0, end);
    out.position(out.position() + 4 * end);
  }

  /** Adds {@code count} vectors that were encoded. */
  void decode(ByteBuffer in, int count, boolean hasSparse) {
    int first = size;
    for (int i = 0; i < count; i++) {
      int entries = hasSparse ? in.getInt() : DENSE;
      if (entries < DENSE || entries > length) {
        throw new IllegalArgumentException(
            "%d entries in a vector of length %d".formatted(entries, length));
      }
      int floats = entries == DENSE ? length : entries;
      if (4L * (end - starts[first] + (long) floats) > in.remaining()) {
        throw new BufferUnderflowException();
      }
      reserve(floats);
      end += floats;
      close(entries == DENSE);
    }
    for (int i = first; i < size && hasSparse; i++) {
      if (!dense[i]) {
        int entries = end(i) - start(i);
        in.asIntBuffer().get(indices, start(i), entries);
        in.position(in.position() + 4 * entries);
        requireGrowing(i);
      }
    }
    int floats = end - starts[first];
    in.asFloatBuffer().get(values, starts[first], floats);
    in.position(in.position() + 4 * floats);
  }

  private void requireGrowing(int vector) {
    int last = -1;
    for (int i = start(vector); i < end(vector); i++) {
      if (indices[i] <= last || indices[i] >= length) {
        throw new IllegalArgumentException(
            "index %d after %d in a vector of length %d".formatted(indices[i], last, length));
      }
      last = indices[i];
    }
  }
}
