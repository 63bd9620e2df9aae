package io.papilio.learn.data;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Examples as rows of a sparse matrix, in flat arrays that threads share.
 *
 * <pre>
 *   starts    0       3     5        one more than rows: row r is what lies from starts[r]
 *   indices   2 5 9 | 0 5 |          to starts[r + 1], its indices growing
 *   values    1 3 2 | 4 1 |
 *   labels    -1      +1
 *   weights   1       2              how often an example counts
 * </pre>
 *
 * The arrays belong to it and are not copied: whoever reads them must not change them. Some of the
 * rows may be {@linkplain #select selected}: these have a beginning and an end each, and lie in the
 * arrays of all.
 */
public final class SparseRows implements RowBlock, Serializable {
  private static final long serialVersionUID = 1;
  private static final float[] ALL_ONE = {};

  private final int[] starts;
  private final int stride; // 1: a row ends where the next one begins; 2: its end comes next
  private final int[] indices;
  private final float[] values;
  private final float[] labels;
  private final float[] weights;

  /** Rows that all count once. */
  public SparseRows(int[] starts, int[] indices, float[] values, float[] labels) {
    this(starts, indices, values, labels, ALL_ONE);
  }

  /**
   * Rows that count more often than once.
   *
   * @param weights may be empty: then all are 1
   */
  public SparseRows(int[] starts, int[] indices, float[] values, float[] labels, float[] weights) {
    int size = labels.length;
    boolean weighted = weights.length == size || weights.length == 0;
    if (starts.length != size + 1 || indices.length != values.length || !weighted) {
      throw new IllegalArgumentException(
          "%d starts, %d indices, %d values, %d labels, %d weights"
              .formatted(starts.length, indices.length, values.length, size, weights.length));
    }
    this.starts = starts;
    this.stride = 1;
    this.indices = indices;
    this.values = values;
    this.labels = labels;
    this.weights = weights;
  }

  private SparseRows(SparseRows others, int[] starts, int stride, float[] labels, float[] weights) {
    this.starts = starts;
    this.stride = stride;
    this.indices = others.indices;
    this.values = others.values;
    this.labels = labels;
    this.weights = weights;
  }

  @Override
  public int size() {
    return labels.length;
  }

  @Override
  public SparseRows rows() {
    return this;
  }

  @Override
  public SparseRows map(UnaryOperator<SparseRows> change) {
    return change.apply(this);
  }

  @Override
  public SparseRows filter(UnaryOperator<SparseRows> change) {
    return change.apply(this);
  }

  @Override
  public int entries() {
    return stride == 1
        ? starts[labels.length]
        : IntStream.range(0, size()).map(row -> end(row) - start(row)).sum();
  }

  /** Returns where all rows begin, and the last one ends; not for some that were selected. */
  public int[] starts() {
    if (stride != 1) {
      throw new IllegalStateException("rows that were selected lie among others");
    }
    return starts;
  }

  /** Where a row begins in {@link #indices} and {@link #values}. */
  public int start(int row) {
    return starts[row * stride];
  }

  public int end(int row) {
    return starts[row * stride + 1];
  }

  public int[] indices() {
    return indices;
  }

  public float[] values() {
    return values;
  }

  public float[] labels() {
    return labels;
  }

  /** Returns the weights of all rows; none if all are 1. */
  public float[] weights() {
    return weights;
  }

  public float label(int row) {
    return labels[row];
  }

  public float weight(int row) {
    return weights.length == 0 ? 1 : weights[row];
  }

  public boolean isWeighted() {
    return weights.length > 0;
  }

  @Override
  public int features() {
    int largest = -1;
    for (int row = 0; row < size(); row++) {
      if (end(row) > start(row)) {
        largest = Math.max(largest, indices[end(row) - 1]);
      }
    }
    return largest + 1;
  }

  /** Returns a number that depends on all bits of a row. */
  public long hash(int row) {
    long sum = 0; // of what each entry gives: a processor works on several of them at a time
    for (int i = start(row); i < end(row); i++) {
      sum += mix((long) indices[i] << 32 | Float.floatToRawIntBits(values[i]) & 0xffff_ffffL);
    }
    int label = Float.floatToRawIntBits(labels[row]);
    return mix(sum + mix((long) label << 32 | Float.floatToRawIntBits(weight(row))));
  }

  /** Bits of which each depends on all of the given ones; not 0 for 0, so that zeros count. */
  private static long mix(long bits) {
    long mixed = (bits + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 29) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 32;
  }

  /** Checks that starts and indices are as drawn above, in rows that come from elsewhere. */
  public boolean isSound() {
    boolean sound = starts[0] == 0 && starts[size()] == indices.length;
    for (int row = 0; row < size() && sound; row++) {
      sound = start(row) <= end(row) && end(row) <= indices.length && isGrowing(row);
    }
    return sound;
  }

  private boolean isGrowing(int row) {
    int last = -1;
    for (int i = start(row); i < end(row); i++) {
      if (indices[i] <= last) {
        return false;
      }
      last = indices[i];
    }
    return true;
  }

  public SparseRows withLabels(float[] newLabels) {
    if (newLabels.length != size()) {
      throw new IllegalArgumentException(newLabels.length + " labels for " + size() + " rows");
    }
    return new SparseRows(this, starts, stride, newLabels, weights);
  }

  /** Returns some of the rows, whose entries stay where they are. */
  public SparseRows select(int[] rows) {
    int[] bounds = new int[2 * rows.length];
    float[] selected = new float[rows.length];
    float[] counts = new float[isWeighted() ? rows.length : 0];
    for (int i = 0; i < rows.length; i++) {
      bounds[2 * i] = start(rows[i]);
      bounds[2 * i + 1] = end(rows[i]);
      selected[i] = label(rows[i]);
      if (isWeighted()) {
        counts[i] = weight(rows[i]);
      }
    }
    return new SparseRows(this, bounds, 2, selected, counts);
  }

  /** Returns the rows from one to before another, whose entries stay where they are. */
  public SparseRows slice(int from, int to) {
    return from == 0 && to == size() ? this : select(IntStream.range(from, to).toArray());
  }

  /** Returns the product of a row with weights; features beyond them count as zero. */
  public double dot(int row, float[] weights) {
    return dot(row, weights, weights.length);
  }

  /** Returns the product of a row with the first weights, one for each of the features. */
  public double dot(int row, float[] weights, int features) {
    double sum = 0;
    for (int i = start(row); i < end(row); i++) {
      if (indices[i] < features) {
        sum += (double) values[i] * weights[indices[i]];
      }
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseRows rows
        && Arrays.equals(starts, rows.starts)
        && Arrays.equals(indices, rows.indices)
        && Arrays.equals(values, rows.values)
        && Arrays.equals(labels, rows.labels)
        && Arrays.equals(weights, rows.weights);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(labels) * 31 + Arrays.hashCode(indices);
  }

  @Override
  public String toString() {
    return "%d rows, %d entries".formatted(size(), entries());
  }
}
