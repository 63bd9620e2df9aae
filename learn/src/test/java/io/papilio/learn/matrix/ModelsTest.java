package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What models promise beside their gradients. */
class ModelsTest {

  @Test
  void shouldKnowProbabilities() {
    Softmax model = new Softmax(3, 2, 0);
    Matrix matrix = Matrix.of(model, new float[] {1, 0, 0, 0, 100, 0, 0, 0, 2});
    RowsBuilder builder = new RowsBuilder();
    builder.add(0, 2);
    builder.add(2, 1e9f); // beyond what was learned; must not meet the bias
    builder.endRow(1, 1);
    SparseRows rows = builder.build();
    float[] p = new float[3];
    model.probabilities(rows, 0, matrix, p);
    double sum = Math.exp(2) + 1 + Math.exp(2);
    assertArrayEquals(new float[] {(float) (Math.exp(2) / sum), (float) (1 / sum), p[0]}, p, 1e-6f);
    assertEquals(Math.log(sum), model.loss(rows, 0, matrix), 1e-6);
  }

  /** Optimal codes: the slope is λ where the code is not zero, and not more where it is. */
  @Test
  void shouldFindTheCodesOfTheLasso() {
    int features = Multiclass.FEATURES;
    for (double lambda : new double[] {0.01, 0.1, 0.4}) {
      SparseCoding model = new SparseCoding(features, 11, lambda);
      Matrix matrix = new Matrix(features, 11);
      model.start(matrix, new SplittableRandom(8));
      SparseRows rows = Multiclass.blocks(40, false).get(1);
      float[] code = new float[11];
      int used = 0;
      for (int row = 0; row < rows.size(); row++) {
        model.encode(rows, row, matrix, code);
        float[] residual = new float[features];
        matrix.times(code, residual);
        for (int i = 0; i < features; i++) {
          residual[i] = -residual[i];
        }
        for (int i = rows.start(row); i < rows.end(row); i++) {
          residual[rows.indices()[i]] += rows.values()[i];
        }
        for (int d = 0; d < 11; d++) {
          double slope = matrix.dot(d, residual);
          if (code[d] == 0) {
            assertTrue(Math.abs(slope) <= lambda + 2e-3, "atom " + d);
          } else {
            used++;
            assertEquals(lambda * Math.signum(code[d]), slope, 2e-3, "atom " + d);
          }
        }
      }
      assertTrue(used > 0);
      assertTrue(lambda < 0.4 || used < 11 * rows.size() / 2, "codes are sparse");
    }
  }

  @Test
  void shouldCutAtomsToTheUnitBall() {
    SparseCoding model = new SparseCoding(2, 2, 1);
    Matrix matrix = Matrix.of(model, new float[] {3, 4, 0.3f, 0.4f});
    model.prox(matrix, 1);
    assertArrayEquals(new float[] {0.6f, 0.8f, 0.3f, 0.4f}, matrix.values(), 1e-6f);
  }

  @Test
  void shouldPairExamplesBySeedAndNumber() {
    Shard examples = Shard.of(Multiclass.blocks(31, false));
    Differences pairs = new Differences(examples, 7);
    SparseRows whole = pairs.rows(0, 9);
    SparseRows rest = pairs.rows(4, 5);
    for (int i = 0; i < 5; i++) {
      assertEquals(whole.label(4 + i), rest.label(i));
      assertEquals(whole.end(4 + i) - whole.start(4 + i), rest.end(i) - rest.start(i));
    }
    assertEquals(1, whole.label(0));
    assertEquals(0, whole.label(1));
    RowsBuilder builder = new RowsBuilder();
    builder.endRow(3, 1);
    builder.endRow(3, 1);
    Shard one = Shard.of(List.of(builder.build()));
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> new Differences(one, 1));
    assertTrue(error.getMessage().contains("the same label"), error.getMessage());
  }

  @Test
  void shouldPairEachWithItsOwnClassOrAnother() {
    RowsBuilder builder = new RowsBuilder();
    int[] labels = {4, 9, 4, 4, 1, 9};
    for (int i = 0; i < labels.length; i++) {
      builder.add(0, 1 << i);
      builder.endRow(labels[i], 1);
    }
    SparseRows rows = new Differences(Shard.of(List.of(builder.build())), 3).rows(0, 200);
    boolean[] seen = new boolean[64 * 64];
    for (int row = 0; row < rows.size(); row++) {
      int difference = (int) Math.abs(rows.values()[rows.start(row)]);
      int low = Integer.numberOfTrailingZeros(Math.max(1, difference));
      int high = 31 - Integer.numberOfLeadingZeros(Math.max(1, difference) + (1 << low));
      boolean same = difference == 0 || labels[low] == labels[high];
      assertEquals(same, rows.label(row) == 1, "difference " + difference);
      seen[low * 64 + high] = true;
    }
    assertTrue(seen[0 * 64 + 2] && seen[0 * 64 + 3] && seen[2 * 64 + 3] && seen[1 * 64 + 5]);
    assertTrue(seen[0 * 64 + 1] && seen[1 * 64 + 4] && seen[4 * 64 + 5]);
  }

  /**
   * Numbers from 0 to 499 in two classes: two at random are 167 apart, the nearest of 32 about 8.
   */
  @Test
  void shouldPairNeighboursWhereThereAreMany() {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < 500; i++) {
      builder.add(i % 3, 0.25f); // so that the rest of a row is seen too
      builder.add(3, i);
      builder.endRow(i % 2, 1);
    }
    SparseRows rows = new Differences(Shard.of(List.of(builder.build())), 3).rows(0, 400);
    double[] sums = new double[2];
    for (int row = 0; row < rows.size(); row++) {
      sums[(int) rows.label(row)] += Math.abs(rows.values()[rows.end(row) - 1]);
    }
    assertTrue(sums[0] / 200 < 20 && sums[1] / 200 < 20, Arrays.toString(sums));
    assertTrue(sums[0] / 200 > 2 && sums[1] / 200 > 2, "not always the nearest of all");
  }
}
