package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Against weights that do at once what these do when it is time. */
class LazyWeightsTest {
  private static final int LENGTH = Examples.FEATURES + 1;
  private final Shard shard = Shard.of(Examples.blocks(300, false));
  private final double[] eager = new double[LENGTH];

  private static float[] start() {
    float[] start = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      start[i] = (float) Math.cos(i) / 3;
    }
    return start;
  }

  private void run(LazyWeights lazy, float[] h, double radius, double keep) {
    for (int i = 0; i < LENGTH; i++) {
      eager[i] = lazy.array()[i];
    }
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      double margin = LinearKernels.dot(rows, row, eager) + eager[LENGTH - 1];
      assertEquals(margin, lazy.margin(rows, row), 1e-4, "step " + i);
      shrink(i % 97 == 5 ? keep : 0.995, h);
      lazy.shrink(i % 97 == 5 ? keep : 0.995);
      double c = Math.sin(i) / 10;
      for (int at = rows.start(row); at < rows.end(row); at++) {
        int index = rows.indices()[at];
        eager[index] += h[index] * c * rows.values()[at];
      }
      eager[LENGTH - 1] += c / 2;
      lazy.add(rows, row, c, c / 2);
      eager[3] += h[3] * c;
      lazy.add(3, c);
      project(radius);
      lazy.project(radius);
    }
    lazy.settle();
    for (int i = 0; i < LENGTH; i++) {
      assertEquals(eager[i], lazy.array()[i], 1e-5, "weight " + i);
    }
  }

  private void shrink(double keep, float[] h) {
    for (int i = 0; i < LENGTH - 1; i++) {
      eager[i] *= Math.pow(keep, h[i]);
    }
  }

  private void project(double radius) {
    double sum = Arrays.stream(eager, 0, LENGTH - 1).map(w -> w * w).sum();
    if (Math.sqrt(sum) > radius) {
      for (int i = 0; i < LENGTH - 1; i++) {
        eager[i] *= radius / Math.sqrt(sum);
      }
    }
  }

  private static float[] ones() {
    float[] ones = new float[LENGTH];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void shouldShrinkByAScale() {
    run(LazyWeights.plain(start()), ones(), Double.POSITIVE_INFINITY, 0.5);
  }

  @Test
  void shouldForgetEverything() {
    run(LazyWeights.plain(start()), ones(), Double.POSITIVE_INFINITY, 0);
  }

  @Test
  void shouldOutliveSmallScales() {
    run(LazyWeights.plain(start()), ones(), Double.POSITIVE_INFINITY, 1e-11);
  }

  @Test
  void shouldStayWithinARadius() {
    run(LazyWeights.measured(start()), ones(), 0.4, 0);
  }

  @Test
  void shouldShrinkEachWeightAtItsOwnRate() {
    float[] h = ones();
    for (int i = 0; i < LENGTH; i++) {
      h[i] = 0.2f + i % 7;
    }
    float[] weights = start();
    run(
        LazyWeights.preconditioned(weights, Arrays.copyOf(h, LENGTH - 1)),
        h,
        Double.POSITIVE_INFINITY,
        0.5);
  }
}
