package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import org.junit.jupiter.api.Test;

/** Rows of 0 to 11 entries: row r has the features r, r + 2, r + 4 and so on. */
class LinearKernelsTest {
  private static final int FEATURES = 40;
  private static final int ROWS = 12;
  private final SparseRows rows = rows();
  private final float[] floats = new float[FEATURES];
  private final double[] doubles = new double[FEATURES];

  LinearKernelsTest() {
    for (int i = 0; i < FEATURES; i++) {
      floats[i] = i * i - 7;
      doubles[i] = i * i - 7;
    }
  }

  private static SparseRows rows() {
    RowsBuilder builder = new RowsBuilder();
    for (int row = 0; row < ROWS; row++) {
      for (int i = 0; i < row; i++) {
        builder.add(row + 2 * i, row + 3 * i);
      }
      builder.endRow(1, 1);
    }
    return builder.build();
  }

  private static float[] dense(int row) {
    float[] dense = new float[FEATURES];
    for (int i = rows().start(row); i < rows().end(row); i++) {
      dense[rows().indices()[i]] = rows().values()[i];
    }
    return dense;
  }

  @Test
  void shouldMultiplyRows() {
    for (int row = 0; row < ROWS; row++) {
      assertEquals(rows.dot(row, floats), LinearKernels.dot(rows, row, floats));
      assertEquals(rows.dot(row, floats), LinearKernels.dot(rows, row, doubles));
    }
  }

  @Test
  void shouldAddRows() {
    for (int row = 0; row < ROWS; row++) {
      float[] expected = floats.clone();
      double[] squares = doubles.clone();
      for (int i = 0; i < FEATURES; i++) {
        expected[i] += 3 * dense(row)[i];
        squares[i] += 3 * dense(row)[i] * dense(row)[i];
      }
      float[] added = floats.clone();
      LinearKernels.addScaled(rows, row, 3f, added);
      assertArrayEquals(expected, added);

      double[] wide = doubles.clone();
      LinearKernels.addScaled(rows, row, 3.0, wide);
      for (int i = 0; i < FEATURES; i++) {
        assertEquals(expected[i], wide[i]);
      }

      double[] squared = doubles.clone();
      LinearKernels.addSquares(rows, row, 3, squared);
      assertArrayEquals(squares, squared);
    }
  }

  @Test
  void shouldMeasureWhatItAdds() {
    for (int row = 0; row < ROWS; row++) {
      float[] added = floats.clone();
      double grown = LinearKernels.addScaledMeasured(rows, row, -2f, added);
      assertEquals(squares(added) - squares(floats), grown);
      LinearKernels.addScaled(rows, row, 2f, added);
      assertArrayEquals(floats, added);
    }
  }

  private static double squares(float[] w) {
    double sum = 0;
    for (float value : w) {
      sum += (double) value * value;
    }
    return sum;
  }
}
