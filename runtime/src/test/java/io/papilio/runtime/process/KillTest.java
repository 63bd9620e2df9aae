package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.process.Crew.Failed;
import io.papilio.runtime.process.Crew.Fault;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that end without a word. */
@Timeout(180)
class KillTest {
  @TempDir Path folder;

  /** Each rank in turn, and a new process in its place; then two at once; then all but one. */
  @Test
  void shouldNameWhoeverIsKilledAndGoOn() throws Exception {
    Both.run(folder, this::killOneAfterAnother);
  }

  private void killOneAfterAnother(Sharing sharing, Path own) throws Exception {
    try (Crew crew = new Crew(4, sharing, own)) {
      List<Integer> nodes = new ArrayList<>(List.of(0, 1, 2, 3));
      for (int rank = 0; rank < 4; rank++) {
        killAndReplace(crew, nodes, rank);
      }
      Integer[] all = nodes.toArray(Integer[]::new);
      crew.awaitGroup(4, all);
      crew.orderAll("auto", all);
      crew.awaitIteration(4, 3, all);
      crew.awaitFailures(crew.kill(all[1], all[2]), all[0], all[3]);
      crew.awaitJoin(all[0], all[3]);
      crew.awaitFailures(crew.kill(all[0]), all[3]);
      crew.awaitJoin(all[3]);
      crew.stop(all[3]);
    }
  }

  private static void killAndReplace(Crew crew, List<Integer> nodes, int rank) throws Exception {
    Integer[] all = nodes.toArray(Integer[]::new);
    crew.awaitGroup(rank, all); // its epoch happens to be the rank
    int next = crew.recruit();
    crew.awaitIteration(rank, 3, all);
    Fault fault = crew.kill(nodes.remove(rank));
    Integer[] living = nodes.toArray(Integer[]::new);
    for (Failed failed : crew.awaitFailures(fault, living)) {
      assertEquals(rank, failed.rank(), failed.message());
      assertTrue(
          failed.message().matches(".*operation \\d+, all-reduce .*, round \\d.*"),
          failed.message());
    }
    crew.awaitReady(next);
    nodes.add(next);
    crew.orderAll("shrink", living);
  }
}
