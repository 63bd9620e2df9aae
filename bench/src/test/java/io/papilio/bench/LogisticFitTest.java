package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.train.Dataset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LogisticFitTest {

  @Test
  void shouldAddLossesAndHalfTheSquaredNormWithoutTheBias() {
    SparseRows rows =
        new SparseRows(
            new int[] {0, 2, 3}, new int[] {0, 1, 1}, new float[] {1, 2, 3}, new float[] {1, -1});
    Dataset data = LearnTask.labelled(List.of(rows));
    double[] weights = {0.5, -1, 4};
    double losses = Math.log1p(Math.exp(-2.5)) + Math.log1p(Math.exp(1));
    assertEquals(losses + 0.625, LogisticFit.objective(data.rows(), weights), 1e-12);
  }

  @Test
  void shouldFindTheOptimum() {
    Dataset data = LearnTask.labelled(List.of(new TopicGenerator(1).rows(0, 200)));
    double zero = LogisticFit.objective(data.rows(), new double[data.features() + 1]);
    assertEquals(200 * Math.log(2), zero, 1e-9);
    double optimum = LogisticFit.optimum(data);
    assertTrue(optimum < zero, optimum + " < " + zero);
    Descent descent =
        Descent.of(data, Exercise.REGULARISED, Exercise.LBFGS.optimizer(30), 2, value -> false)
            .from(zero);
    assertEquals(optimum, descent.least(), 1e-4 * optimum);
  }
}
