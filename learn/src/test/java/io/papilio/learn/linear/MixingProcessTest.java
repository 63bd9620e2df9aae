package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers of several processes that average their weights while they learn. */
@Timeout(120)
class MixingProcessTest {
  private static final int WORKERS = 3;

  /** A graph that changes, one with many neighbours, a lopsided one, and a server. */
  private static final List<String> FEW = List.of("butterfly", "complete", "star", "server");

  /** Learns by some strategies under every consistency, one after another, and says how well. */
  static final class Task implements ProcessTask {
    @Override
    public void run(Communicator comm, List<String> arguments) throws IOException {
      for (Arguments each : MixingTest.mixing(arguments.stream()).toList()) {
        String strategy = (String) each.get()[0];
        String consistency = (String) each.get()[1];
        float[] weights = new float[Examples.FEATURES + 1];
        Shard shard = Shard.of(MixingTest.BLOCKS).part(comm.size(), comm.rank());
        MixingTest.mixer(strategy, consistency, comm.size())
            .run(comm, shard, weights, Examples.PATIENT);
        double value = Examples.value(MixingTest.OBJECTIVE, MixingTest.BLOCKS, weights);
        System.out.println(strategy + " " + consistency + " " + value);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  void shouldLearn(Sharing sharing) throws Exception {
    shouldLearn(sharing, FEW);
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "NEVER"})
  @Tag("full")
  void shouldLearnByEveryStrategy(Sharing sharing) throws Exception {
    shouldLearn(sharing, MixingTest.strategies().toList());
  }

  private static void shouldLearn(Sharing sharing, List<String> strategies) throws Exception {
    Map<String, Double> reached = new ConcurrentHashMap<>();
    try (ProcessCluster cluster =
        ProcessCluster.start(
            WORKERS,
            Invitation.local(sharing),
            ProcessCluster.task(Task.class, strategies),
            (rank, stream, line) -> {
              String[] words = line.split(" ");
              if (words.length == 3) {
                reached.put(rank + " " + words[0] + " " + words[1], Double.valueOf(words[2]));
              }
            })) {
      cluster.await();
    }
    assertEquals(4 * WORKERS * strategies.size(), reached.size());
    reached.forEach(
        (what, value) -> MixingTest.requireLearned(what.split(" ", 2)[1], value, WORKERS));
  }
}
