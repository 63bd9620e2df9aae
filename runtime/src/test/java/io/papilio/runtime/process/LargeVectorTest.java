package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Vectors of more bytes than an int can count. */
@Tag("full")
@Timeout(600)
class LargeVectorTest {
  private static final int LENGTH = 600_000_000;

  /** Adds two vectors of 2.4 GB and looks at every element of the sum. */
  static final class SumLargeVectors implements ProcessTask {
    @Override
    public void run(Communicator comm, List<String> arguments) {
      float[] values = new float[LENGTH];
      for (int i = 0; i < LENGTH; i++) {
        values[i] = (i % 1021) * (comm.rank() + 1);
      }
      comm.allReduce(values, Reduction.SUM);
      int wrong = 0;
      for (int i = 0; i < LENGTH; i++) {
        wrong += values[i] == i % 1021 * 3 ? 0 : 1;
      }
      System.out.println(wrong + " wrong");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ALWAYS", "NEVER"})
  void shouldReduceMoreThanTwoGigabytes(Sharing sharing) throws Exception {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    LineSink sink = (rank, stream, text) -> lines.add(text);
    try (ProcessCluster cluster =
        ProcessCluster.start(
            2,
            Invitation.local(sharing),
            ProcessCluster.task(SumLargeVectors.class, List.of()),
            sink)) {
      assertDoesNotThrow(cluster::await, lines::toString);
    }
    assertEquals(List.of("0 wrong", "0 wrong"), lines);
  }
}
