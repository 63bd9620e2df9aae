package io.papilio.learn.matrix;

import io.papilio.learn.data.SparseRows;
import java.util.Arrays;

/**
 * J rows by D columns of floats in one array, column by column: what a sparse vector touches lies
 * together.
 *
 * <pre>
 *             columns 0   1   2
 *   row 0           | a | c | e |        values   a b | c d | e f
 *   row 1           | b | d | f |
 *
 *   W = scale · values       in all but the free columns: to shrink W is one multiplication
 * </pre>
 *
 * Not for several threads that change it.
 */
public final class Matrix {
  /** From here on the scale is worked into the values, long before floats end. */
  private static final double SMALLEST_SCALE = 1e-9;

  private static final int LANES = 4;

  private final int rows;
  private final int columns;
  private final int scaled; // columns before this one shrink
  private final float[] values;
  private final float[][] lanes; // copies of columns, so that loops have one index
  private final float[] factors = new float[LANES];
  private double scale = 1;

  private Matrix(int rows, int columns, int free, float[] values) {
    if (rows < 1 || columns < 1 || free < 0 || free > columns) {
      throw new IllegalArgumentException(
          "a matrix of %d x %d, %d columns free".formatted(rows, columns, free));
    }
    if (values.length != length(rows, columns)) {
      throw new IllegalArgumentException(
          "%d values for %d x %d".formatted(values.length, rows, columns));
    }
    this.rows = rows;
    this.columns = columns;
    this.scaled = columns - free;
    this.values = values;
    this.lanes = new float[LANES][rows];
  }

  public Matrix(int rows, int columns) {
    this(rows, columns, 0, new float[length(rows, columns)]);
  }

  /** Returns these values as a matrix, column by column: the array itself, not a copy. */
  public static Matrix of(int rows, int columns, float[] values) {
    return new Matrix(rows, columns, 0, values);
  }

  /** Returns these values as a matrix with the shape of a model. */
  public static Matrix of(FactorModel model, float[] values) {
    return new Matrix(model.rows(), model.columns(), model.freeColumns(), values);
  }

  /**
   * How many values such a matrix has.
   *
   * @throws IllegalArgumentException if no array has so many
   */
  public static int length(int rows, int columns) {
    long length = (long) rows * columns;
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d x %d are %d values, %.1f GiB: more than an array holds"
              .formatted(rows, columns, length, length * 4.0 / (1 << 30)));
    }
    return (int) length;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  /** Columns from here on do not shrink. */
  int scaledColumns() {
    return scaled;
  }

  public float get(int row, int column) {
    return factor(column) * values[column * rows + row];
  }

  public void column(int column, float[] into) {
    System.arraycopy(values, column * rows, into, 0, rows);
    float factor = factor(column);
    if (factor != 1) {
      for (int i = 0; i < rows; i++) {
        into[i] *= factor;
      }
    }
  }

  public void setColumn(int column, float[] from) {
    settle();
    System.arraycopy(from, 0, values, column * rows, rows);
  }

  /** Returns all values, column by column: the array itself. */
  public float[] values() {
    settle();
    return values;
  }

  /** Computes W x for a sparse row; features beyond the columns that shrink are ignored. */
  public void times(SparseRows x, int row, float[] into) {
    Arrays.fill(into, 0, rows, 0);
    int lane = 0;
    for (int i = x.start(row); i < x.end(row); i++) {
      int column = x.indices()[i];
      if (column < scaled) {
        lane = load(lane, column, x.values()[i], into);
      }
    }
    flush(lane, into);
  }

  public void times(float[] x, float[] into) {
    Arrays.fill(into, 0, rows, 0);
    int lane = 0;
    for (int column = 0; column < columns; column++) {
      if (x[column] != 0) {
        lane = load(lane, column, x[column], into);
      }
    }
    flush(lane, into);
  }

  /** Adds {@code c} times a column. */
  public void addColumn(int column, float c, float[] into) {
    flush(load(0, column, c, into), into);
  }

  /** Multiplies a column with a vector, in four lanes: no addition waits for the one before. */
  public float dot(int column, float[] x) {
    int at = column * rows;
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int i = 0;
    for (; i < rows - 3; i += 4) {
      a += values[at + i] * x[i];
      b += values[at + i + 1] * x[i + 1];
      c += values[at + i + 2] * x[i + 2];
      d += values[at + i + 3] * x[i + 3];
    }
    for (; i < rows; i++) {
      a += values[at + i] * x[i];
    }
    return factor(column) * ((a + b) + (c + d));
  }

  private int load(int lane, int column, float c, float[] into) {
    System.arraycopy(values, column * rows, lanes[lane], 0, rows);
    factors[lane] = c * factor(column);
    if (lane < LANES - 1) {
      return lane + 1;
    }
    add4(into, lanes, factors, rows);
    return 0;
  }

  private void flush(int count, float[] into) {
    for (int lane = 0; lane < count; lane++) {
      add1(into, lanes[lane], factors[lane], rows);
    }
  }

  private static void add4(float[] into, float[][] lanes, float[] c, int n) {
    float[] a0 = lanes[0];
    float[] a1 = lanes[1];
    float[] a2 = lanes[2];
    float[] a3 = lanes[3];
    float c0 = c[0];
    float c1 = c[1];
    float c2 = c[2];
    float c3 = c[3];
    for (int i = 0; i < n; i++) {
      into[i] += (c0 * a0[i] + c1 * a1[i]) + (c2 * a2[i] + c3 * a3[i]);
    }
  }

  private static void add1(float[] into, float[] a, float c, int n) {
    for (int i = 0; i < n; i++) {
      into[i] += c * a[i];
    }
  }

  /** Returns ‖W‖², without the free columns. */
  public double squaredNorm() {
    double sum = 0;
    for (int i = 0; i < scaled * rows; i++) {
      sum += (double) values[i] * values[i];
    }
    return scale * scale * sum;
  }

  /** Multiplies all but the free columns. */
  void shrink(double keep) {
    scale *= keep;
    if (scale < SMALLEST_SCALE) {
      settle();
    }
  }

  /** Returns what a column's values are multiplied by. */
  float factor(int column) {
    return column < scaled ? (float) scale : 1;
  }

  /** Returns the array, whose values may have to be multiplied. */
  float[] unsettled() {
    return values;
  }

  void settle() {
    if (scale != 1) {
      float factor = (float) scale;
      for (int i = 0; i < scaled * rows; i++) {
        values[i] *= factor;
      }
      scale = 1;
    }
  }
}
