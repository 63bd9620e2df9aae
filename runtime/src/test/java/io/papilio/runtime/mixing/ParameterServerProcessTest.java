package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Between processes, with parts that one message cannot carry. */
@Timeout(120)
class ParameterServerProcessTest {
  private static final int WORKERS = 3;
  private static final int LENGTH = 300_007; // parts of 400 kB, where a message carries 128 KiB
  private static final int ITERATIONS = 6;

  /** Adds to each element a number that depends on its place, and says what it ends with. */
  static final class Push implements ProcessTask {
    @Override
    public void run(Communicator comm, List<String> arguments) {
      float[] weights = new float[LENGTH];
      try (ParameterServer server = new ParameterServer(comm, weights, Consistency.ssp(1))) {
        for (int t = 0; t < ITERATIONS; t++) {
          for (int i = 0; i < LENGTH; i++) {
            weights[i] += WORKERS * (i % 1009);
          }
          server.exchange(weights);
        }
        comm.barrier();
        server.exchange(weights);
        comm.barrier();
      }
      int wrong = 0;
      for (int i = 0; i < LENGTH; i++) {
        wrong += weights[i] == (float) ITERATIONS * WORKERS * (i % 1009) ? 0 : 1;
      }
      System.out.println(comm.rank() + ": " + wrong + " wrong");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ALWAYS", "NEVER"})
  void shouldBringEveryPart(Sharing sharing) throws Exception {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    try (ProcessCluster cluster =
        ProcessCluster.start(
            WORKERS,
            Invitation.local(sharing),
            ProcessCluster.task(Push.class, List.of()),
            (rank, stream, line) -> {
              if (line.endsWith("wrong")) {
                lines.add(line);
              }
            })) {
      cluster.await();
    }
    Collections.sort(lines);
    assertEquals(List.of("0: 0 wrong", "1: 0 wrong", "2: 0 wrong"), lines);
  }
}
