package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.optimize.Rate;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One step, written down once more, however it is exchanged. */
@Timeout(120)
class MatrixStepTest {
  private static final int ROWS = 3;
  private static final int COLUMNS = 5; // of which the last is free
  private static final double L2 = 4;
  private static final int EXAMPLES = 12;

  /** The gradient of each row is known: column 1, and the free one. */
  private record Known() implements FactorModel {
    @Override
    public int rows() {
      return ROWS;
    }

    @Override
    public int columns() {
      return COLUMNS;
    }

    @Override
    public int freeColumns() {
      return 1;
    }

    @Override
    public double l2() {
      return L2;
    }

    @Override
    public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
      for (int i = 0; i < batch.size(); i++) {
        factors.u().add(new float[] {1, -2, 3});
        factors.v().entry(1, 2);
        factors.v().entry(COLUMNS - 1, 1);
        factors.v().end();
      }
    }

    @Override
    public double loss(SparseRows rows, int row, Matrix matrix) {
      return 0;
    }
  }

  private static float[] stepped(int workers, String strategy, Rate rate) {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < EXAMPLES; i++) {
      builder.endRow(0, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    Sync sync =
        strategy.equals("sparse")
            ? Multiclass.sync("sparse", "bsp")
            : Multiclass.sync(strategy, "bsp");
    float[] start = new float[ROWS * COLUMNS];
    for (int i = 0; i < start.length; i++) {
      start[i] = i + 1;
    }
    Sgd sgd = new Sgd(new FactorProblem(Known::new), 1, EXAMPLES / workers, rate, 5, sync);
    return Multiclass.learn(workers, sgd, all, start).get(workers - 1);
  }

  /** (W − γ g)/(1 + γ λ), and in the free column γ is 1 at most. */
  @ParameterizedTest
  @ValueSource(strings = {"factors", "full-matrix", "sparse", "server"})
  void shouldShrinkWhatTheGradientWasTakenOff(String strategy) {
    for (int workers : new int[] {1, 2, 3}) {
      for (double rate : new double[] {0.5, 8}) {
        float[] w = stepped(workers, strategy, new Rate(Rate.Kind.CONSTANT, rate));
        for (int i = 0; i < w.length; i++) {
          double u = new double[] {1, -2, 3}[i % ROWS];
          double g = i / ROWS == 1 ? 2 * u : 0;
          boolean free = i / ROWS == COLUMNS - 1;
          double expected =
              free
                  ? i + 1 - Math.min(1, rate) * u
                  : (i + 1 - rate * g) / (1 + rate * L2 / EXAMPLES);
          assertEquals(expected, w[i], 1e-5 * (1 + Math.abs(expected)), workers + ", at " + i);
        }
      }
    }
  }

  /** What was learned elsewhere stays, where this run has seen no gradient. */
  @ParameterizedTest
  @ValueSource(strings = {"factors", "full-matrix", "sparse", "server"})
  void shouldAdaptOnlyWhatHasAGradient(String strategy) {
    for (int workers : new int[] {1, 2, 3}) {
      for (double rate : new double[] {0.5, 8}) {
        float[] w = stepped(workers, strategy, new Rate(Rate.Kind.ADAGRAD, rate));
        for (int i = 0; i < w.length; i++) {
          double u = new double[] {1, -2, 3}[i % ROWS];
          double expected = i + 1;
          if (i / ROWS == 1) {
            double shrink = 1 + rate * L2 / EXAMPLES / Math.abs(2 * u);
            expected = (i + 1 - rate * Math.signum(u)) / shrink;
          } else if (i / ROWS == COLUMNS - 1) {
            expected -= Math.min(1, rate) * Math.signum(u);
          }
          assertEquals(expected, w[i], 1e-5 * (1 + Math.abs(expected)), workers + ", at " + i);
        }
      }
    }
  }

  /** Features a 64th as large, with 64 times the rate: the same, if the bias keeps its own. */
  @Test
  void shouldNotThrowTheBiasAboutWhereFeaturesAreSmall() {
    double expected = objective(1);
    assertEquals(expected, objective(64), 1e-3 * expected);
  }

  private static double objective(int rate) {
    RowsBuilder builder = new RowsBuilder();
    for (SparseRows rows : Multiclass.blocks(241, true)) {
      for (int row = 0; row < rows.size(); row++) {
        for (int i = rows.start(row); i < rows.end(row); i++) {
          builder.add(rows.indices()[i], rows.values()[i] / rate);
        }
        builder.endRow(rows.label(row), rows.weight(row));
      }
    }
    Shard all = Shard.of(List.of(builder.build()));
    Sgd sgd =
        new Sgd(
            new FactorProblem(
                () -> new Softmax(Multiclass.CLASSES, Multiclass.FEATURES, 1.0 / rate / rate)),
            5,
            4,
            new Rate(Rate.Kind.ADAGRAD, rate),
            5,
            Sync.FACTORS);
    FactorModel model = ((FactorProblem) sgd.problem()).model();
    float[] ended = Multiclass.learn(2, sgd, all, Multiclass.zeros(model)).get(1);
    return Multiclass.objective(model, all, ended);
  }
}
