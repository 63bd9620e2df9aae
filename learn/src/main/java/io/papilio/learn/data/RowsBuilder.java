package io.papilio.learn.data;

import java.util.Arrays;

/** Collects rows, one entry after the other. A row that turns out to be bad can be taken back. */
public final class RowsBuilder {
  private int[] starts = new int[65];
  private int[] indices = new int[1 << 10];
  private float[] values = new float[1 << 10];
  private float[] labels = new float[64];
  private float[] weights = {};
  private int size;
  private int entries;

  public void add(int index, float value) {
    if (entries == indices.length) {
      int capacity = grown(entries);
      indices = Arrays.copyOf(indices, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    indices[entries] = index;
    values[entries++] = value;
  }

  /** Ends the row under way. Its entries get sorted; what has the same index is added. */
  public void endRow(float label, float weight) {
    if (!isGrowing(starts[size], entries)) {
      sort(starts[size]);
    }
    if (size == labels.length) {
      int capacity = grown(size);
      labels = Arrays.copyOf(labels, capacity);
      starts = Arrays.copyOf(starts, capacity + 1);
      weights = weights.length == 0 ? weights : Arrays.copyOf(weights, capacity);
    }
    if (weight != 1 && weights.length == 0) {
      weights = new float[labels.length];
      Arrays.fill(weights, 0, size, 1);
    }
    labels[size] = label;
    if (weights.length > 0) {
      weights[size] = weight;
    }
    starts[++size] = entries;
  }

  public void addRow(SparseRows rows, int row) {
    for (int at = rows.start(row); at < rows.end(row); at++) {
      add(rows.indices()[at], rows.values()[at]);
    }
    endRow(rows.label(row), rows.weight(row));
  }

  public void dropRow() {
    entries = starts[size];
  }

  public int entriesOfRow() {
    return entries - starts[size];
  }

  public int index(int entryOfRow) {
    return indices[starts[size] + entryOfRow];
  }

  public float value(int entryOfRow) {
    return values[starts[size] + entryOfRow];
  }

  public int size() {
    return size;
  }

  public int entries() {
    return entries;
  }

  /** Returns all ended rows, in arrays of just their length; then it is empty again. */
  public SparseRows build() {
    dropRow();
    SparseRows rows =
        new SparseRows(
            Arrays.copyOf(starts, size + 1),
            Arrays.copyOf(indices, entries),
            Arrays.copyOf(values, entries),
            Arrays.copyOf(labels, size),
            weights.length == 0 ? weights : Arrays.copyOf(weights, size));
    size = 0;
    entries = 0;
    weights = new float[0];
    return rows;
  }

  private static int grown(int length) {
    if (length > Integer.MAX_VALUE - 8 >> 1) {
      throw new IllegalStateException("too much for one block of rows: " + length);
    }
    return 2 * length;
  }

  private boolean isGrowing(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (indices[i - 1] >= indices[i]) {
        return false;
      }
    }
    return true;
  }

  /** Sorts the row under way; what has the same index is added, in the order in which it came. */
  private void sort(int from) {
    int length = entries - from;
    long[] order = new long[length];
    for (int i = 0; i < length; i++) {
      order[i] = (long) indices[from + i] << 32 | i;
    }
    Arrays.sort(order);
    float[] unsorted = Arrays.copyOfRange(values, from, entries);
    int last = from - 1;
    for (long each : order) {
      int index = (int) (each >>> 32);
      float value = unsorted[(int) each];
      if (last >= from && indices[last] == index) {
        values[last] += value;
      } else {
        indices[++last] = index;
        values[last] = value;
      }
    }
    entries = last + 1;
  }
}
