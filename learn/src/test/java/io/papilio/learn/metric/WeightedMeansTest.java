package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.cluster.LocalCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedMeansTest {

  /** Its values are its label, and the label's square; that of weight 0 has none. */
  private static WeightedMeans means() {
    return new WeightedMeans(
        2,
        (rows, row) -> {
          double label = rows.label(row);
          return new double[] {label, label * label};
        },
        means -> MetricValues.loss(means[0]).with("square", means[1]));
  }

  private static SparseRows rows(float... labelsAndWeights) {
    RowsBuilder rows = new RowsBuilder();
    for (int i = 0; i < labelsAndWeights.length; i += 2) {
      rows.endRow(labelsAndWeights[i], labelsAndWeights[i + 1]);
    }
    return rows.build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void shouldBeThoseOfAllWorkers(int workers) {
    float[] labels = {3, -1, 7, 2};
    float[] weights = {1, 2, 0.5f, 4};
    LocalCluster.run(
        workers,
        comm -> {
          WeightedMeans means = means();
          for (int i = comm.rank(); i < labels.length; i += workers) {
            means.add(rows(labels[i], weights[i]));
          }
          MetricValues all = means.metrics(comm);
          assertEquals((3 - 2 + 3.5 + 8) / 7.5, all.loss(), 1e-12);
          assertEquals((9 + 2 + 24.5 + 16) / 7.5, all.get("square"), 1e-12);
          assertEquals(all, means.metrics(comm), "asked again");
        });
  }

  @Test
  void shouldNotCountWhatHasNoWeight() {
    LocalCluster.run(
        1,
        comm -> {
          WeightedMeans means = means();
          assertTrue(Double.isNaN(means.metrics(comm).loss()), "nothing was added");
          means.add(rows(5, 2, Float.NaN, 0, Float.POSITIVE_INFINITY, 0));
          assertEquals(MetricValues.loss(5).with("square", 25), means.metrics(comm));
        });
  }
}
