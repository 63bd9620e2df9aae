package io.papilio.learn.metric;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.function.DoubleBinaryOperator;

/**
 * Judges a model that gives each row a margin, by {@link Metrics}.
 *
 * <pre>
 *   worker 0   scores ──┐
 *   worker 1   scores ──┼──> worker 0: metrics of all ──> everybody
 *   worker 2   scores ──┘
 * </pre>
 */
public final class MarginEvaluation implements Evaluation {
  private final Margins margins;
  private final DoubleBinaryOperator loss;
  private final Scores scores = new Scores();

  /** What a model says of a row. */
  @FunctionalInterface
  public interface Margins {
    double of(SparseRows rows, int row);
  }

  /**
   * Creates an evaluation without rows.
   *
   * @param loss of a margin and a label
   */
  public MarginEvaluation(Margins margins, DoubleBinaryOperator loss) {
    this.margins = margins;
    this.loss = loss;
  }

  @Override
  public void add(SparseRows rows, int row) {
    scores.add((float) margins.of(rows, row), rows.label(row), rows.weight(row));
  }

  @Override
  public MetricValues metrics(Communicator comm) {
    Scores all = scores.gather(comm);
    double[] told = new double[4];
    if (comm.rank() == 0) {
      Metrics metrics = Metrics.of(all, loss);
      told[0] = metrics.loss();
      told[1] = metrics.accuracy().orElse(Double.NaN);
      told[2] = metrics.auRoc().orElse(Double.NaN);
      told[3] = metrics.auPrc().orElse(Double.NaN);
    }
    comm.allReduce(told, Reduction.SUM);
    return MetricValues.loss(told[0])
        .with("accuracy", told[1])
        .with("auc", told[2])
        .with("auPrc", told[3]);
  }
}
