package io.papilio.runtime.communicator;

import io.papilio.runtime.exec.Entries;
import io.papilio.runtime.transport.Slice;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A vector of floats of which only some elements, the entries, are kept: all others are zero. An
 * entry may be zero too.
 *
 * <p>It never changes, so threads and calls may share it. Two are equal if they have the same
 * length and the same entries, bit by bit.
 */
public final class SparseVector {
  private static final int MOST_SHOWN = 8;

  private final int length;
  private final long[] entries;

  /**
   * @param indices of the entries, each larger than the one before
   * @param values of the entries
   */
  public SparseVector(int length, int[] indices, float[] values) {
    if (length < 0 || indices.length != values.length) {
      throw new IllegalArgumentException(
          "%d indices and %d values for a vector of length %d"
              .formatted(indices.length, values.length, length));
    }
    this.length = length;
    this.entries = new long[indices.length];
    int smallest = 0;
    for (int i = 0; i < indices.length; i++) {
      int index = indices[i]; // once, lest somebody changes it after the check
      if (index < smallest || index >= length) {
        throw new IllegalArgumentException(
            "index %d at position %d is not within %d to %d"
                .formatted(index, i, smallest, length - 1));
      }
      entries[i] = Entries.entry(index, values[i]);
      smallest = index + 1;
    }
  }

  private SparseVector(int length, long[] entries) {
    this.length = length;
    this.entries = entries;
  }

  /** The elements that are not zero. */
  public static SparseVector of(float[] dense) {
    int count = 0;
    for (float value : dense) {
      count += value != 0 ? 1 : 0;
    }
    long[] entries = new long[count];
    int next = 0;
    for (int i = 0; next < count; i++) { // without a branch that depends on the values
      entries[next] = Entries.entry(i, dense[i]);
      next += dense[i] != 0 ? 1 : 0;
    }
    return new SparseVector(dense.length, entries);
  }

  /** Those of the packed entries that are not zero; they will not change any more. */
  static SparseVector of(int length, Slice packed) {
    long[] all = packed.longs();
    int end = packed.offset() + packed.length();
    int count = 0;
    for (int i = packed.offset(); i < end; i++) {
      count += Entries.isZero(all[i]) ? 0 : 1;
    }
    if (count == all.length) {
      return new SparseVector(length, all);
    }
    long[] entries = new long[count];
    int next = 0;
    for (int i = packed.offset(); i < end && next < count; i++) {
      if (!Entries.isZero(all[i])) {
        entries[next++] = all[i];
      }
    }
    return new SparseVector(length, entries);
  }

  /** How many elements there are, zeros included. */
  public int length() {
    return length;
  }

  /** How many of them are kept. */
  public int entries() {
    return entries.length;
  }

  /** The index of an entry; entries are numbered from 0, by growing index. */
  public int index(int entry) {
    return Entries.index(entries[entry]);
  }

  public float value(int entry) {
    return Entries.value(entries[entry]);
  }

  /** All indices, in a new array. */
  public int[] indices() {
    return Arrays.stream(entries).mapToInt(Entries::index).toArray();
  }

  /** All values, in a new array. */
  public float[] values() {
    float[] values = new float[entries.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(i);
    }
    return values;
  }

  /** All elements, in a new array. */
  public float[] toDense() {
    float[] dense = new float[length];
    for (long entry : entries) {
      dense[Entries.index(entry)] = Entries.value(entry);
    }
    return dense;
  }

  /** The array behind it, not to be changed. */
  Slice packed() {
    return Slice.of(entries);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseVector vector
        && vector.length == length
        && Arrays.equals(vector.entries, entries);
  }

  @Override
  public int hashCode() {
    return 31 * length + Arrays.hashCode(entries);
  }

  @Override
  public String toString() {
    return IntStream.range(0, Math.min(MOST_SHOWN, entries.length))
        .mapToObj(i -> index(i) + "=" + value(i))
        .collect(
            Collectors.joining(
                ", ",
                "%d of %d: {".formatted(entries.length, length),
                entries.length > MOST_SHOWN ? ", ...}" : "}"));
  }
}
