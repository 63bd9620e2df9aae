package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.schedule.Range;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankOneUpdatesTest {

  /** Values are such that nothing is rounded: sums must be equal in whichever order. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 0, 0",
    "2, 3, 2, 0, 1",
    "7, 1, 5, 0.5, 0.5",
    "13, 29, 4, 0, 1",
    "13, 29, 3, 0, 0",
    "17, 31, 9, 0.3, 0.7",
    "511, 8, 16, 0, 0",
    "512, 9, 6, 0, 0",
    "513, 40, 7, 0, 1",
    "1025, 33, 17, 0.5, 0.5",
    "3, 700, 64, 0, 1",
    "5, 7, 0, 0, 0",
  })
  void shouldSubtractAsTheNaiveLoopDoes(
      int rows, int columns, int pairs, double sparseU, double sparseV) {
    int[] shape = {rows, columns};
    double[] sparse = {sparseU, sparseV};
    for (int run = 0; run < 6; run++) {
      RankOneUpdates updates = updates(shape, 1 + run / 2, run % 2 == 1);
      float[] expected = new float[rows * columns];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = i % 37;
      }
      Matrix matrix = Matrix.of(rows, columns, expected.clone());
      for (int batch = 0; batch < 3; batch++) { // one after the other, as scratch is used again
        Factors factors = VectorsOf.factors(shape, pairs, sparse, 10 * pairs + batch);
        updates.subtract(matrix, factors, 0.25);
        naive(expected, factors, 0.25f);
      }
      assertArrayEquals(expected, matrix.values());
    }
  }

  /** By plain loops, or with vector instructions. */
  private static RankOneUpdates updates(int[] shape, int threads, boolean vectors) {
    Optional<RankOneKernel> kernel = vectors ? KernelTrial.load() : Optional.empty();
    assertEquals(vectors, kernel.isPresent());
    return new RankOneUpdates(shape[0], shape[1], threads, products -> kernel);
  }

  /** Here all is rounded, and dense v are mixed with sparse ones, and zeros with either sign. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 0",
    "2, 9, 5, 0.5",
    "15, 8, 3, 0",
    "16, 8, 4, 0",
    "17, 33, 16, 0.5",
    "64, 24, 7, 0.9",
    "79, 23, 8, 0",
    "129, 40, 64, 0.3",
    "700, 17, 13, 1",
    "4099, 11, 5, 0.4",
    "2100, 19, 260, 0.4",
  })
  void shouldGiveTheSameBitsInEveryWay(int rows, int columns, int pairs, double sparse) {
    int[] shape = {rows, columns};
    SplittableRandom random = new SplittableRandom(rows);
    float[] start = new float[rows * columns];
    for (int i = 0; i < start.length; i++) {
      start[i] = random.nextInt(5) == 0 ? -0f : (float) (random.nextDouble() - 0.5);
    }
    Factors factors = VectorsOf.factors(shape, pairs, new double[] {0, sparse}, rows);
    float[][] results = new float[8][];
    for (int run = 0; run < results.length; run++) {
      RankOneUpdates updates = updates(shape, 1 + run / 2, run % 2 == 1);
      Matrix matrix = Matrix.of(rows, columns, start.clone());
      updates.subtract(matrix, factors, 0.3);
      float[] gradient = new float[rows * columns];
      updates.sum(factors, gradient);
      results[run] = Arrays.copyOf(matrix.values(), 2 * gradient.length);
      System.arraycopy(gradient, 0, results[run], gradient.length, gradient.length);
      assertArrayEquals(results[0], results[run], "run " + run);
    }
  }

  /** As soon as it was worth it, and not before. */
  @Test
  void shouldTryTheKernelBeforeItIsUsed() {
    Optional<RankOneKernel> none = Optional.empty();
    assertEquals(none, new KernelTrial(none).kernel(1L << 40));
    KernelTrial trial = new KernelTrial(Optional.of(new Instant()));
    assertEquals(none, trial.kernel(1));
    trial.run();
    assertTrue(trial.kernel(1).isPresent());
  }

  /** Does nothing, in no time. */
  private static final class Instant implements RankOneKernel {
    @Override
    public int height() {
      return 1;
    }

    @Override
    public void add(float[] w, int at, Terms terms, Range piece) {}

    @Override
    public void addPanel(float[] w, int at, Panel panel, float[] factors, Range piece) {}
  }

  private static void naive(float[] w, Factors factors, float rate) {
    int rows = factors.u().length();
    int columns = factors.v().length();
    float[] u = new float[rows];
    float[] v = new float[columns];
    for (int pair = 0; pair < factors.size(); pair++) {
      factors.u().copyTo(pair, u);
      factors.v().copyTo(pair, v);
      for (int column = 0; column < columns; column++) {
        for (int row = 0; row < rows; row++) {
          w[column * rows + row] -= rate * u[row] * v[column];
        }
      }
    }
  }

  @Test
  void shouldTouchWhatSparseVectorsTouchAndNothingElse() {
    Factors factors = new Factors(3, 50);
    for (int pair = 0; pair < 2; pair++) {
      factors.u().add(new float[] {1, 2, 3});
      factors.v().entry(4 + pair, 1);
      factors.v().entry(40, 1);
      factors.v().end();
    }
    boolean[] touched = new boolean[50];
    int[] calls = new int[1];
    new RankOneUpdates(3, 50, 1)
        .apply(
            factors,
            (column, sum, scratch, piece) -> {
              touched[column] = true;
              calls[0]++;
              assertEquals(column == 40 ? 6 : 3, sum[2]);
            });
    assertEquals(3, calls[0]);
    assertTrue(touched[4] && touched[5] && touched[40]);
  }

  @Test
  void shouldSubtractFromAMatrixThatHasShrunk() {
    Matrix matrix = Matrix.of(new Softmax(2, 2, 0), new float[] {1, 2, 3, 4, 5, 6});
    matrix.shrink(0.5);
    Factors factors = new Factors(2, 3);
    factors.u().add(new float[] {1, 10});
    factors.v().add(new float[] {1, 2, 3});
    new RankOneUpdates(2, 3, 1).subtract(matrix, factors, 1);
    assertEquals(-9, matrix.get(1, 0));
    float[] column = new float[2];
    matrix.column(2, column);
    assertArrayEquals(new float[] {2, -24}, column);
    assertArrayEquals(new float[] {-0.5f, -9, -0.5f, -18, 2, -24}, matrix.values());
  }
}
