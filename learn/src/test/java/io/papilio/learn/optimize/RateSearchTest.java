package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  /** The last step of a trial must not be of a few rows only: its noise would be all one sees. */
  @Test
  void shouldTryWholeBatches() {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < 9_001; i++) {
      builder.endRow(i % 2, 1);
    }
    Shard all = Shard.of(List.of(builder.build()));
    for (int workers : new int[] {1, 2, 3, 5}) {
      for (int batch : new int[] {1, 7, 16, 500}) {
        LocalCluster.run(
            workers,
            comm -> {
              Shard own = all.part(workers, comm.rank());
              int size = RateSearch.sample(comm, own, batch, 1).size();
              assertEquals(0, size % batch, size + " rows in batches of " + batch);
              assertTrue(size > 0);
            });
      }
    }
  }
}
