package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.RateSearch;
import io.papilio.learn.optimize.Sgd;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearRateTest {
  private static final int LENGTH = Examples.FEATURES + 1;
  private static final Objective OBJECTIVE = new Objective(Loss.SQUARED, 1, 0);
  private static final Sgd SGD =
      new Sgd(Examples.problem(OBJECTIVE), 5, 2, Examples.rate(1), 17, Sync.ALL_REDUCE);

  private static double[] rates(int workers, Shard all) {
    return rates(workers, all, SGD);
  }

  private static double[] rates(int workers, Shard all, Sgd sgd) {
    double[] rates = new double[workers];
    LocalCluster.run(
        workers,
        comm -> {
          Sgd tuned =
              RateSearch.tune(
                  sgd, comm, all.part(workers, comm.rank()), new float[LENGTH], (e, w) -> true);
          assertEquals(sgd.withRate(tuned.rate().at(1)), tuned);
          rates[comm.rank()] = tuned.rate().at(1);
        });
    return rates;
  }

  private static Shard scaled(float factor) {
    Shard all = Shard.of(Examples.blocks(300, true));
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < all.size(); i++) {
      SparseRows rows = all.block(i);
      for (int at = rows.start(all.row(i)); at < rows.end(all.row(i)); at++) {
        builder.add(rows.indices()[at], rows.values()[at] * factor);
      }
      builder.endRow(rows.label(all.row(i)), rows.weight(all.row(i)));
    }
    return Shard.of(List.of(builder.build()));
  }

  @Test
  void shouldFindTheSamePowerOfTwoOnAllWorkers() {
    for (int workers : Examples.WORKERS) {
      double[] rates = rates(workers, scaled(1));
      for (double rate : rates) {
        assertEquals(rates[0], rate);
        assertEquals(rate, Math.pow(2, Math.getExponent(rate)));
      }
      assertEquals(rates[0], rates(workers, scaled(1))[0]);
    }
  }

  @Test
  void shouldSuitTheData() {
    double usual = rates(2, scaled(1))[0];
    assertTrue(rates(2, scaled(30))[0] < usual / 8, "large values need small steps");
    for (double worse : new double[] {usual / 2, 2 * usual}) {
      assertTrue(cost(usual) <= 1.1 * cost(worse), usual + " or " + worse);
    }
  }

  private static double cost(double rate) {
    List<SparseRows> blocks = Examples.blocks(300, true);
    Sgd pass =
        new Sgd(
            Examples.problem(OBJECTIVE), 1, SGD.batch(), Examples.rate(rate), 99, Sync.ALL_REDUCE);
    return Examples.value(OBJECTIVE, blocks, Examples.learn(2, pass, blocks).get(0));
  }

  @Test
  void shouldCopeWithEmptyShards() {
    assertEquals(1, rates(3, Shard.of(List.of()))[2]);
    double[] rates = rates(3, Shard.of(Examples.blocks(1, false)));
    assertEquals(rates[0], rates[2]);
  }

  /** Who waits for nobody is tried in step, so that the rate is the same run after run. */
  @Test
  void shouldTryUnderTheStrategyButInStep() throws IOException {
    Shard all = scaled(1);
    for (String strategy : List.of("expander", "butterfly")) {
      double bsp = rates(4, all, SGD.withSync(Sync.parse(strategy, "bsp")))[0];
      for (String consistency : List.of("asp", "ssp:3", "notify-ack")) {
        double[] rates = rates(4, all, SGD.withSync(Sync.parse(strategy, consistency)));
        for (double rate : rates) {
          assertEquals(bsp, rate, strategy + " " + consistency);
        }
      }
    }
    long[] bytes = new long[2];
    for (String strategy : List.of("none", "complete")) {
      LocalCluster.run(
          4,
          comm -> {
            Sgd sgd = SGD.withSync(Sync.parse(strategy, "bsp"));
            RateSearch.tune(sgd, comm, all.part(4, comm.rank()), new float[LENGTH], (e, w) -> true);
            bytes[strategy.equals("none") ? 0 : 1] = comm.bytesSent();
          });
    }
    assertTrue(bytes[1] > 10 * bytes[0], bytes[1] + " where none sends " + bytes[0]);
  }
}
