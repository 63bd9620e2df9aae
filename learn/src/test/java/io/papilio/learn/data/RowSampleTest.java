package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowSampleTest {
  /** Rows of 1 to 9 entries, each of them twice. */
  private static SparseRows rows(int count) {
    RowsBuilder builder = new RowsBuilder();
    for (int i = 0; i < count; i++) {
      SplittableRandom random = new SplittableRandom(i / 2);
      int entries = 1 + random.nextInt(9);
      for (int j = 0; j < entries; j++) {
        builder.add(3 * j + random.nextInt(3), random.nextInt(5));
      }
      builder.endRow(random.nextInt(3), 1);
    }
    return builder.build();
  }

  /** Dealt out so that worker 0 has more than others; some blocks have no rows. */
  private static List<SparseRows> own(SparseRows all, int rank, int size) {
    List<SparseRows> blocks = new ArrayList<>();
    RowsBuilder builder = new RowsBuilder();
    for (int row = 0; row < all.size(); row++) {
      int owner = Math.max(0, row % (size + 2) - 2);
      if (owner == rank) {
        builder.addRow(all, row);
      }
      if (row % 50 == 0) {
        blocks.add(builder.build());
      }
    }
    blocks.add(builder.build());
    return blocks;
  }

  private static List<SparseRows> sample(RowSample sample, SparseRows all, int workers) {
    SparseRows[] got = new SparseRows[workers];
    LocalCluster.run(
        workers, comm -> got[comm.rank()] = sample.of(comm, own(all, comm.rank(), workers)));
    return List.of(got);
  }

  @Test
  void shouldPickTheSameRowsHoweverTheyAreDealtOut() {
    for (int count : new int[] {0, 1, 2, 7, 400}) {
      SparseRows all = rows(count);
      for (int most : new int[] {1, 6, 100, 400, 1000}) {
        for (int entries : new int[] {1, 60, 1_000_000}) {
          RowSample sample = new RowSample(most, entries);
          SparseRows expected = sample(sample, all, 1).get(0);
          assertTrue(expected.size() <= Math.min(count, most));
          assertTrue(expected.size() == Math.min(count, most) || expected.entries() >= entries);
          assertTrue(expected.entries() < entries + 9);
          for (int workers : new int[] {2, 3, 5}) {
            for (SparseRows each : sample(sample, all, workers)) {
              assertEquals(expected, each);
            }
          }
        }
      }
    }
  }
}
