package io.papilio.runtime.broadcast;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.core.topology.Topologies;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.launch.WorkerSpec;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Between processes, with updates that one message cannot carry. */
@Timeout(120)
class UpdateBroadcastProcessTest {
  /** Up to 880 kB, where a message carries 128 KiB. */
  private static final int SCALE = 10_000;

  private static final int ITERATIONS = 8;

  /** Casts over a topology, with room for little more than an update a share. */
  static final class CastAll implements ProcessTask {
    @Override
    public void run(Communicator communicator, List<String> arguments) {
      int rank = communicator.rank();
      long bytes = 0;
      for (String name : arguments) {
        Updates got = new Updates(rank, SCALE);
        try (UpdateBroadcast broadcast =
            new UpdateBroadcast(
                communicator, Topologies.named(name), Consistency.ssp(1), 3_000_000)) {
          for (int i = 0; i < ITERATIONS; i++) {
            got.before(i).inAnyOrder();
            broadcast.receive(i, got);
            got.checkHas(i - 1, communicator.size());
            broadcast.send(Updates.of(rank, i, SCALE));
          }
          broadcast.drain(got.before(ITERATIONS));
          got.checkHas(ITERATIONS, communicator.size());
          bytes += broadcast.bytesSent();
        }
      }
      System.out.println(rank + ": " + (communicator.bytesSent() - bytes) + " other bytes");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Sharing.class,
      names = {"ALWAYS", "NEVER"})
  void shouldBringEverythingToEverybody(Sharing sharing) throws Exception {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    LineSink sink = (rank, stream, text) -> lines.add(text);
    WorkerSpec task = ProcessCluster.task(CastAll.class, List.of("ring", "complete", "tree"));
    WorkerSpec spec =
        new WorkerSpec(task.mainClass(), task.arguments(), List.of("-Xmx160m", "-XX:+UseSerialGC"));
    try (ProcessCluster cluster = ProcessCluster.start(3, Invitation.local(sharing), spec, sink)) {
      assertDoesNotThrow(cluster::await, lines::toString);
    }
    Collections.sort(lines);
    assertEquals(List.of("0: 0 other bytes", "1: 0 other bytes", "2: 0 other bytes"), lines);
  }
}
