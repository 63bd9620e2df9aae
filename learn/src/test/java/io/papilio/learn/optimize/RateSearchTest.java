package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
  static Shard rows(int count, float weight) {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < count; i++) {
      builder.endRow(i % 2, weight);
    }
    return Shard.of(List.of(builder.build()));
  }

  /**
   * Learns nothing but its rate: losses and penalty depend on that alone; notes steps of trials.
   */
  record ByRate(
      DoubleUnaryOperator loss, DoubleUnaryOperator penalty, double raise, List<Long> steps)
      implements Stochastic {
    ByRate(DoubleUnaryOperator loss) {
      this(loss, rate -> 0, 0, new ArrayList<>());
    }

    @Override
    public void check(Rate rate, Sync sync) {}

    @Override
    public int weights() {
      return 1;
    }

    @Override
    public double loss(SparseRows rows, int row, float[] weights) {
      return loss.applyAsDouble(weights[0]);
    }

    @Override
    public double objective(double losses, float[] weights) {
      return losses + penalty.applyAsDouble(weights[0]);
    }

    @Override
    public long memoryBytes(Sgd sgd, int workers) {
      return 1000L * workers + sgd.batch();
    }

    @Override
    public Stepper stepper(StochasticLoop loop, Rate rate, float[] weights) {
      return new Stepper() {
        @Override
        public boolean exchanges() {
          return true;
        }

        @Override
        public void compute(Batch batch, long step) {
          weights[0] = (float) rate.start().orElseThrow();
          if (loop.comm().rank() == 0 && loop.isTrial()) {
            steps.add(step);
          }
        }

        @Override
        public void exchange(long step) {}

        @Override
        public void settle() {}

        @Override
        public Snapshot save(Snapshot snapshot) {
          return snapshot;
        }
      };
    }
  }

  private static Sgd sgd(Stochastic problem, Rate.Kind kind, int epochs) {
    return new Sgd(problem, epochs, 16, Rate.auto(kind), 7, Sync.ALL_REDUCE);
  }

  private static double tuned(Sgd sgd, int workers, Shard all) {
    double[] found = new double[workers];
    LocalCluster.run(
        workers,
        comm -> {
          float[] weights = {-1};
          Shard own = all.part(workers, comm.rank());
          Sgd tuned = RateSearch.tune(sgd, comm, own, weights, (examples, seen) -> true);
          found[comm.rank()] = tuned.rate().start().orElseThrow();
          assertEquals(-1, weights[0], "tries on copies");
        });
    for (double each : found) {
      assertEquals(found[0], each, "the same on all workers");
    }
    return found[0];
  }

  private static double best(DoubleUnaryOperator loss) {
    return tuned(sgd(new ByRate(loss), Rate.Kind.CONSTANT, 5), 1, rows(40, 1));
  }

  private static double logarithm(double rate) {
    return Math.log(rate) / Math.log(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {-19, -5, -2, -1, 0, 1, 2, 3, 19})
  void shouldFindThePowerOfTwoWithTheSmallestObjective(int power) {
    assertEquals(Math.pow(2, power), best(rate -> Math.abs(logarithm(rate) - power)));
  }

  /** Costs at 1, 2, 4, ... and at 1, 1/2, 1/4, ...; the last one goes on for ever. */
  @ParameterizedTest
  @CsvSource({
    "5 6 3 9, 5 0, 4", // one miss is forgiven
    "5 6 7 1, 5 9, 1", // but not two in a row
    "5 6 4 5 3 9, 5 0, 16", // nor are they counted together
    "5 5 5 1, 5 9, 1", // as good is not better
    "5 6 7, 5 6 2 3 1 9, 0.0625",
    "5 6 7, 5 6 7 1, 1",
    "5 3 9, 5 1, 2" // who finds a better one upwards does not look downwards
  })
  void shouldGoOnUntilTwoInARowAreNoBetter(String up, String down, double expected) {
    String[] upwards = up.split(" ");
    String[] downwards = down.split(" ");
    double found =
        best(
            rate -> {
              int at = (int) Math.round(logarithm(rate));
              String[] costs = at >= 0 ? upwards : downwards;
              return Double.parseDouble(costs[Math.min(Math.abs(at), costs.length - 1)]);
            });
    assertEquals(expected, found);
  }

  /** Upwards and downwards, 20 rates at most. */
  @Test
  void shouldNotSearchForEver() {
    assertEquals(Math.pow(2, 20), best(rate -> 1 / rate));
    assertEquals(Math.pow(2, -20), best(rate -> rate));
    assertEquals(1, best(rate -> Double.NaN));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1})
  void shouldLeaveRatesThatExplode(double exploded) {
    double most = Math.pow(2, -9);
    assertEquals(Math.pow(2, -10), best(rate -> rate < most ? 3 : exploded));
    assertEquals(4, best(rate -> rate <= 4 ? 1 / rate : exploded));
    assertEquals(4, best(rate -> rate == 4 ? 0 : exploded), "zero is a good objective");
  }

  /** The objective is that of the whole data: its penalty counts by the share of the sample. */
  @ParameterizedTest
  @CsvSource({"1, 8", "3, 16"})
  void shouldWeighLossesAgainstThePenalty(float weight, double expected) {
    ByRate problem = new ByRate(rate -> 1 / rate, rate -> rate * 8192 / 60, 0, new ArrayList<>());
    for (int workers : new int[] {1, 2}) {
      Sgd sgd = sgd(problem, Rate.Kind.CONSTANT, 1);
      assertEquals(expected, tuned(sgd, workers, rows(8192, weight)));
    }
  }

  /** 9,000 rows make 563 steps an epoch, of which the sample has 256. */
  @ParameterizedTest
  @CsvSource({
    "9000, INVERSE_ROOT, 1, 0.5, 1",
    "9000, INVERSE_ROOT, 2, 0.5, 2", // (2 · 563/256)^½ = 2.1
    "9000, INVERSE_ROOT, 40, 0.5, 8", // 9.4
    "9000, INVERSE_ROOT, 40, 0.25, 2", // 3.1
    "9000, CONSTANT, 40, 0.5, 1",
    "9000, ADAGRAD, 40, 0.5, 1",
    "64, INVERSE_ROOT, 8, 1, 1", // a trial has 8 epochs as well
    "64, INVERSE_ROOT, 100, 1, 8" // 100/8 = 12.5
  })
  void shouldRaiseRatesThatFallByHowMuchLongerTheTrainingIs(
      int rows, Rate.Kind kind, int epochs, double power, double raised) {
    DoubleUnaryOperator least = rate -> Math.abs(rate - 2);
    ByRate problem = new ByRate(least, rate -> 0, power, new ArrayList<>());
    assertEquals(2 * raised, tuned(sgd(problem, kind, epochs), 1, rows(rows, 1)));
  }

  /** As many passes as the training has, up to 8, or until 256 steps. */
  @ParameterizedTest
  @CsvSource({"64, 1, 4", "64, 5, 20", "64, 100, 32", "9000, 1, 256", "800, 100, 250", "1, 3, 3"})
  void shouldTryAFewPasses(int rows, int epochs, long steps) {
    ByRate problem = new ByRate(rate -> Math.abs(rate - 1));
    tuned(sgd(problem, Rate.Kind.CONSTANT, epochs), 1, rows(rows, 1));
    assertEquals(steps, problem.steps().stream().mapToLong(Long::longValue).max().orElseThrow());
    long trials = problem.steps().stream().filter(step -> step == 1).count();
    assertEquals(5, trials, "1, 2, 4, a half and a quarter");
  }

  @Test
  void shouldBeginWithOneWithoutRows() {
    ByRate problem = new ByRate(rate -> 1 / rate);
    assertEquals(1, tuned(sgd(problem, Rate.Kind.INVERSE_ROOT, 5), 3, rows(0, 1)));
    assertEquals(List.of(), problem.steps());
  }

  /** The last step of a trial must not be of a few rows only: its noise would be all one sees. */
  @Test
  void shouldTryWholeBatches() {
    Shard all = rows(9_001, 1);
    for (int workers : new int[] {1, 2, 3, 5}) {
      for (int batch : new int[] {1, 7, 16, 500}) {
        int wanted = Math.max(1, 4096 / workers / batch) * batch;
        LocalCluster.run(
            workers,
            comm -> {
              Shard own = all.part(workers, comm.rank());
              long size = RateSearch.sample(comm, own, batch, 1).size();
              assertEquals(Math.min(wanted, own.size()), size, "batches of " + batch);
            });
      }
    }
  }

  @Test
  void shouldDrawTheSampleBySeedAndRank() {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < 5000; i++) {
      builder.endRow(i, 1);
    }
    Shard shard = Shard.of(List.of(builder.build()));
    float[][] drawn = new float[2][];
    LocalCluster.run(
        2,
        comm -> {
          Shard sample = RateSearch.sample(comm, shard, 1, 3);
          float[] labels = new float[(int) sample.size()];
          for (int i = 0; i < labels.length; i++) {
            labels[i] = sample.block(i).label(sample.row(i));
          }
          drawn[comm.rank()] = labels;
        });
    for (int rank = 0; rank < 2; rank++) {
      long[] order = Orders.shuffled(shard, 3, rank, -1);
      float[] expected = new float[2048];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = order[i];
      }
      assertArrayEquals(expected, drawn[rank]);
    }
  }
}
