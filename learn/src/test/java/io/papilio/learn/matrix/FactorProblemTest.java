package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Problem;
import org.junit.jupiter.api.Test;

class FactorProblemTest {
  private static final SparseRows ROWS =
      new SparseRows(
          new int[] {0, 1, 3},
          new int[] {1, 0, 2},
          new float[] {2, 1, -1},
          new float[] {0, 1},
          new float[] {1, 5});

  /** Two classes, three features and the bias, column by column. */
  private static final float[] WEIGHTS = {1, 2, 0.5f, -0.5f, 3, 1, 0.25f, 0.75f};

  @Test
  void shouldLookAtTheWeightsItIsGiven() {
    Problem goal = new FactorProblem(() -> new Softmax(2, 3, 4));
    assertEquals(8, goal.weights());
    assertEquals(Math.log(1 + Math.exp(-1.5)), goal.loss(ROWS, 0, WEIGHTS), 1e-6);
    assertEquals(Math.log(1 + Math.exp(-3.5)), goal.loss(ROWS, 1, WEIGHTS), 1e-6);
    assertEquals(Math.log(2), goal.loss(ROWS, 1, new float[8]), 1e-6);
    float[] changing = WEIGHTS.clone();
    goal.loss(ROWS, 0, changing);
    changing[6] += 1;
    assertEquals(Math.log(1 + Math.exp(-2.5)), goal.loss(ROWS, 0, changing), 1e-6);
  }

  @Test
  void shouldNotRegulariseTheBias() {
    Problem goal = new FactorProblem(() -> new Softmax(2, 3, 4));
    assertEquals(100 + 2 * (1 + 4 + 0.25 + 0.25 + 9 + 1), goal.objective(100, WEIGHTS), 1e-9);
  }
}
