package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Factors against differences of the loss: Σ u vᵀ is its gradient. */
class GradientTest {
  private static final double STEP = 2e-3;

  private static void check(FactorModel model, Shard all, long seed) {
    float[] values = Multiclass.zeros(model);
    Matrix matrix = Matrix.of(model, values);
    SplittableRandom random = new SplittableRandom(seed);
    model.start(matrix, random);
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) (0.3 * (random.nextDouble() - 0.5));
    }
    Factors factors = new Factors(model.rows(), model.columns());
    model.computeFactors(Multiclass.batch(all), matrix, factors);
    assertTrue(factors.size() > 0);
    float[] gradient = new float[values.length];
    new RankOneUpdates(model.rows(), model.columns(), 1).sum(factors, gradient);
    double largest = 0;
    for (float g : gradient) {
      largest = Math.max(largest, Math.abs(g));
    }
    assertTrue(largest > 0.1, "a gradient of nothing shows nothing");
    for (int i = 0; i < values.length; i++) {
      float was = values[i];
      values[i] = (float) (was + STEP);
      double above = loss(model, all, matrix);
      double up = values[i];
      values[i] = (float) (was - STEP);
      double below = loss(model, all, matrix);
      double slope = (above - below) / (up - values[i]);
      values[i] = was;
      assertEquals(slope, gradient[i], 0.01 * largest, "element " + i);
    }
  }

  private static double loss(FactorModel model, Shard all, Matrix matrix) {
    double sum = 0;
    for (int i = 0; i < all.size(); i++) {
      SparseRows rows = all.block(i);
      sum += rows.weight(all.row(i)) * model.loss(rows, all.row(i), matrix);
    }
    return sum;
  }

  @Test
  void shouldBeThatOfSoftmax() {
    Shard all = Shard.of(Multiclass.blocks(17, true));
    check(new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 0), all, 1);
  }

  @Test
  void shouldBeThatOfMetricLearning() {
    Shard examples = Shard.of(Multiclass.blocks(40, false));
    Shard pairs = Shard.of(List.of(new Differences(examples, 5).rows(0, 30)));
    check(new MetricLearning(3, Multiclass.FEATURES, 2), pairs, 2);
  }

  /** By the envelope theorem: the code is optimal, so that its own change does not matter. */
  @Test
  void shouldBeThatOfSparseCoding() {
    Shard all = Shard.of(Multiclass.blocks(11, true));
    check(new SparseCoding(Multiclass.FEATURES, 7, 0.1), all, 3);
  }
}
