package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Batches;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final int WEIGHTS = Examples.FEATURES + 1;

  @Test
  void shouldCountTheRowsOfAllWorkers() {
    int[] sizes = {9, 6, 0};
    LocalCluster.run(
        3,
        comm -> {
          Shard shard = Shard.of(Examples.blocks(sizes[comm.rank()], false));
          Batches batches = Batches.agree(comm, shard, 4, WEIGHTS);
          assertEquals(15, batches.rows());
          for (int worker = 0; worker < sizes.length; worker++) {
            assertEquals(sizes[worker], batches.rowsOf(worker));
          }
          assertEquals(3, batches.iterations());
          assertEquals(0, batches.rowsBefore(0));
          assertEquals(8, batches.rowsBefore(1));
          assertEquals(14, batches.rowsBefore(2));
          assertEquals(15, batches.rowsBefore(3));
          long[][] starts = {{0, 4, 8, 9}, {0, 4, 6, 6}, {0, 0, 0, 0}};
          long[] mine = LongStream.range(0, 4).map(batches::start).toArray();
          assertArrayEquals(starts[comm.rank()], mine);
        });
  }

  @Test
  void shouldCountFeaturesEntriesAndWeights() {
    LocalCluster.run(
        2,
        comm -> {
          Shard all = Shard.of(Examples.blocks(10, true));
          Shard mine = all.part(2, comm.rank());
          int[] counts = Batches.frequencies(comm, mine, Examples.FEATURES);
          long entries = Batches.agree(comm, mine, 1, WEIGHTS).entries();
          assertEquals(entries, Arrays.stream(counts).sum());
          int firsts = 0;
          for (int i = 0; i < 10; i++) {
            firsts += all.block(i).indices()[all.block(i).start(all.row(i))] == 0 ? 1 : 0;
          }
          assertEquals(firsts, counts[0]);
          assertEquals(1 + 2 + 3 + 1 + 2 + 3 + 1 + 2 + 3 + 1, Batches.totalWeight(comm, mine));
        });
  }

  @Test
  void shouldRefuseFeaturesWithoutWeights() {
    Shard shard = Shard.of(Examples.blocks(10, false));
    int features = shard.features();
    LocalCluster.run(
        1,
        comm -> {
          Batches.agree(comm, shard, 1, features + 1);
          assertThrows(
              IllegalArgumentException.class, () -> Batches.agree(comm, shard, 1, features));
        });
  }
}
