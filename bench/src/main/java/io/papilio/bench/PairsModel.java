package io.papilio.bench;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.Batch;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Factors;
import io.papilio.learn.matrix.Matrix;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Computes nothing: its pairs were made up before, so that what they cost then can be timed. */
final class PairsModel implements FactorModel {
  private static final int DIFFERENT = 64;

  private final int rows;
  private final int columns;
  private final float[][] u = new float[DIFFERENT][];
  private final int[][] indices = new int[DIFFERENT][];

  /** Each element of a v is there with a chance of {@code density}. */
  PairsModel(int rows, int columns, double density, long seed) {
    this.rows = rows;
    this.columns = columns;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < DIFFERENT; i++) {
      u[i] = new float[rows];
      for (int row = 0; row < rows; row++) {
        u[i][row] = (float) random.nextDouble() - 0.5f;
      }
      indices[i] =
          IntStream.range(0, columns).filter(column -> random.nextDouble() < density).toArray();
    }
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
    for (int i = 0; i < batch.size(); i++) {
      int pair = batch.number(i) % DIFFERENT;
      factors.u().add(u[pair]);
      for (int index : indices[pair]) {
        factors.v().entry(index, 1e-3f * (1 + index % 7));
      }
      factors.v().end();
    }
  }

  @Override
  public double loss(SparseRows ignored, int row, Matrix matrix) {
    return 0;
  }
}
