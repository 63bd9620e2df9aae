package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointTest {
  private static Checkpoint checkpoint(int length) {
    double[] doubles = new double[length];
    float[] floats = new float[length / 2 + 1];
    for (int i = 0; i < length; i++) {
      doubles[i] = i == 3 ? Double.NaN : i == 5 ? -0.0 : Math.sin(i);
      floats[i / 2] = i;
    }
    return new Checkpoint(
        "job ä " + "x".repeat(length),
        new Snapshot("stage").with("s", doubles).with("w", floats),
        new Snapshot("trainer").with("t", length));
  }

  private static Optional<Checkpoint> share(int workers, int leader, Optional<Checkpoint> last) {
    @SuppressWarnings({"unchecked", "rawtypes"})
    Optional<Checkpoint>[] got = new Optional[workers];
    LocalCluster.run(
        workers,
        comm -> {
          Optional<Checkpoint> own = comm.rank() == leader ? last : Optional.empty();
          got[comm.rank()] = Checkpoint.share(comm, leader, own);
          comm.barrier(); // nobody is left with a message
        });
    return got[(leader + 1) % workers];
  }

  @Test
  void shouldBeSharedWhateverItsLength() {
    for (int workers : new int[] {1, 2, 3, 5}) {
      for (int length : new int[] {0, 1, 2, 17, 1000}) {
        Checkpoint sent = checkpoint(length);
        Checkpoint got = share(workers, workers / 2, Optional.of(sent)).orElseThrow();
        assertEquals(sent.job(), got.job());
        assertArrayEquals(sent.optimizer().doubles("s"), got.optimizer().doubles("s"));
        assertArrayEquals(sent.optimizer().floats("w"), got.optimizer().floats("w"));
        assertEquals(length, got.trainer().whole("t"));
      }
    }
  }

  @Test
  void shouldBeNoneIfTheLeaderHasNone() {
    for (int workers : new int[] {1, 2, 3}) {
      assertEquals(Optional.empty(), share(workers, 0, Optional.empty()));
    }
  }
}
