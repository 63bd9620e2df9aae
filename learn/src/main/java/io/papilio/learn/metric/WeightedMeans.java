package io.papilio.learn.metric;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.function.Function;

/**
 * Judges a model by means over the rows of all workers: of a few values that it has for each row,
 * which count as often as the row's weight says.
 *
 * <pre>
 *   row -> values -> Σ weight · value    all-reduce    means -> metrics
 * </pre>
 */
public final class WeightedMeans implements Evaluation {
  private final RowValues values;
  private final Function<double[], MetricValues> metrics;
  private final double[] sums; // of the values, and of the weights

  @FunctionalInterface
  public interface RowValues {
    double[] of(SparseRows rows, int row);
  }

  /**
   * Creates an evaluation without rows.
   *
   * @param metrics what their means say; they are no numbers if there are no rows
   */
  public WeightedMeans(int count, RowValues values, Function<double[], MetricValues> metrics) {
    this.values = values;
    this.metrics = metrics;
    this.sums = new double[count + 1];
  }

  @Override
  public void add(SparseRows rows, int row) {
    double[] some = values.of(rows, row);
    float weight = rows.weight(row);
    for (int i = 0; i < some.length && weight != 0; i++) {
      sums[i] += weight * some[i];
    }
    sums[sums.length - 1] += weight;
  }

  @Override
  public MetricValues metrics(Communicator comm) {
    double[] means = sums.clone();
    comm.allReduce(means, Reduction.SUM);
    for (int i = 0; i < means.length; i++) {
      means[i] /= i < means.length - 1 ? means[means.length - 1] : 1;
    }
    return metrics.apply(means);
  }
}
