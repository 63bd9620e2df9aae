package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.comm.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  private static final int LENGTH = Examples.FEATURES + 1;
  private static final Sgd SGD =
      new Sgd(new Objective(Loss.SQUARED, 1, 0), 5, 2, 1, false, 17, Sync.ALL_REDUCE);

  private static double[] rates(int workers, Shard all) {
    double[] rates = new double[workers];
    LocalCluster.run(
        workers,
        comm -> {
          Sgd tuned = RateSearch.tune(SGD, comm, all.part(workers, comm.rank()), LENGTH);
          assertEquals(SGD.withRate(tuned.rate()), tuned);
          rates[comm.rank()] = tuned.rate();
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
    Sgd pass = new Sgd(SGD.objective(), 1, SGD.batch(), rate, false, 99, Sync.ALL_REDUCE);
    return Examples.value(SGD.objective(), blocks, Examples.learn(2, pass, blocks).get(0));
  }

  /** The last step of a trial must not be of a few rows only: its noise would be all one sees. */
  @Test
  void shouldTryWholeBatches() {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < 9_001; i++) {
      builder.endRow(i % 2, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    for (int workers : Examples.WORKERS) {
      for (int batch : new int[] {1, 7, 16, 500}) {
        LocalCluster.run(
            workers,
            comm -> {
              Shard own = all.part(workers, comm.rank());
              var training = new RateTrials.Training(own, 1, batch, 1);
              int size = new RateTrials(comm, training).sample().size();
              assertEquals(0, size % batch, size + " rows in batches of " + batch);
              assertTrue(size > 0);
            });
      }
    }
  }

  @Test
  void shouldCopeWithEmptyShards() {
    assertEquals(1, rates(3, Shard.of(List.of()))[2]);
    double[] rates = rates(3, Shard.of(Examples.blocks(1, false)));
    assertEquals(rates[0], rates[2]);
  }
}
