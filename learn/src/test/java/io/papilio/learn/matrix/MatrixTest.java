package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import org.junit.jupiter.api.Test;

class MatrixTest {

  @Test
  void shouldMultiplyVectorsOfAnyLength() {
    for (int rows : new int[] {1, 2, 7, 64, 129}) {
      for (int columns : new int[] {1, 2, 3, 4, 5, 17}) {
        Matrix matrix = new Matrix(rows, columns);
        for (int i = 0; i < rows * columns; i++) {
          matrix.values()[i] = i % 23 - 7;
        }
        matrix.shrink(0.5);
        float[] x = new float[columns];
        RowsBuilder builder = new RowsBuilder();
        for (int i = 0; i < columns; i += 1 + i % 2) {
          x[i] = i + 1;
          builder.add(i, i + 1);
        }
        builder.add(columns, 1000); // a feature that nobody has learned
        builder.endRow(0, 1);
        SparseRows sparse = builder.build();
        float[] expected = new float[rows];
        for (int row = 0; row < rows; row++) {
          for (int column = 0; column < columns; column++) {
            expected[row] += matrix.get(row, column) * x[column];
          }
        }
        float[] product = new float[rows];
        matrix.times(x, product);
        assertArrayEquals(expected, product);
        matrix.times(sparse, 0, product);
        assertArrayEquals(expected, product);
        float[] column = new float[rows];
        matrix.column(columns - 1, column);
        double squares = 0;
        for (float value : column) {
          squares += value * value;
        }
        assertEquals(squares, matrix.dot(columns - 1, column), 1e-3 * squares);
      }
    }
  }

  @Test
  void shouldShrinkAllButFreeColumns() {
    Softmax model = new Softmax(2, 1, 1);
    Matrix matrix = Matrix.of(model, new float[] {1, 2, 3, 4});
    for (int i = 0; i < 40; i++) {
      matrix.shrink(0.5); // until floats end, and beyond
    }
    assertEquals(3, matrix.get(0, 1));
    assertEquals(Math.pow(0.5, 40), matrix.get(0, 0));
    assertEquals(5 * Math.pow(0.5, 80), matrix.squaredNorm(), 1e-30);
    matrix.setColumn(0, new float[] {7, 8});
    assertArrayEquals(new float[] {7, 8, 3, 4}, matrix.values());
  }

  @Test
  void shouldRefuseWhatNoArrayHolds() {
    assertThrows(IllegalArgumentException.class, () -> Matrix.length(1 << 16, 1 << 15));
    assertThrows(IllegalArgumentException.class, () -> Matrix.of(2, 3, new float[5]));
    assertThrows(IllegalArgumentException.class, () -> new Matrix(0, 3));
  }
}
