package io.papilio.learn.metric;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * Judges a model that gives each row a margin, by {@link Metrics}.
 *
 * <pre>
 *   worker 0   scores ──┐
 *   worker 1   scores ──┼──> worker 0: metrics of all ──> everybody
 *   worker 2   scores ──┘
 * </pre>
 *
 * Of very many rows no worker gets the scores of all: the areas are then those of a histogram.
 */
public final class MarginEvaluation implements Evaluation {
  private static final long MOST_EXACT = 10_000_000; // 120 MB of scores

  private final Margins margins;
  private final DoubleBinaryOperator loss;
  private final long mostExact;
  private final Scores scores = new Scores();
  private Optional<String> note = Optional.empty();

  @FunctionalInterface
  public interface Margins {
    double of(SparseRows rows, int row);
  }

  public MarginEvaluation(Margins margins, DoubleBinaryOperator loss) {
    this(margins, loss, MOST_EXACT);
  }

  MarginEvaluation(Margins margins, DoubleBinaryOperator loss, long mostExact) {
    this.margins = margins;
    this.loss = loss;
    this.mostExact = mostExact;
  }

  @Override
  public void add(SparseRows rows, int row) {
    scores.add((float) margins.of(rows, row), rows.label(row), rows.weight(row));
  }

  @Override
  public MetricValues metrics(Communicator comm) {
    long[] rows = {scores.size()};
    comm.allReduce(rows, Reduction.SUM);
    if (rows[0] > mostExact) {
      note =
          Optional.of(
              "auROC and auPRC of %,d examples are binned: margins that differ by less than 0.05 %%"
                      .formatted(rows[0])
                  + " count as equal");
      return values(numbers(Metrics.binned(comm, scores, loss)));
    }
    Scores all = scores.gather(comm);
    double[] told = comm.rank() == 0 ? numbers(Metrics.of(all, loss)) : new double[4];
    comm.allReduce(told, Reduction.SUM);
    return values(told);
  }

  private static double[] numbers(Metrics metrics) {
    return new double[] {metrics.loss(), metrics.accuracy(), metrics.auRoc(), metrics.auPrc()};
  }

  private static MetricValues values(double[] numbers) {
    return MetricValues.loss(numbers[0])
        .with("accuracy", numbers[1])
        .with("auc", numbers[2])
        .with("auPrc", numbers[3]);
  }

  @Override
  public Optional<String> note() {
    return note;
  }
}
