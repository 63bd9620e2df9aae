package io.papilio.runtime.process;

import io.papilio.runtime.process.Crew.Fault;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that die when nobody is in the middle of anything yet. */
@Timeout(120)
class EarlyDeathTest {
  @TempDir Path folder;

  @Test
  void shouldNotWaitForOneThatNeverCame() throws Exception {
    try (Crew crew = new Crew(4, Sharing.NEVER, folder)) {
      crew.kill(2);
      for (int node : Crew.nodes(0, 4)) {
        if (node != 2) {
          crew.await(node, ".*pid " + crew.pid(2) + ": was killed by signal 9.*");
        }
      }
      crew.cluster().launcher().await();
    }
  }

  @Test
  void shouldNotWaitForOneThatDiedBeforeAllHadCome() throws Exception {
    try (Crew crew = new Crew(4, Sharing.NEVER, folder)) {
      crew.signal("STOP", 3);
      crew.await(Crew.JOURNAL, "node 1 .* is ready");
      crew.kill(1);
      crew.signal("CONT", 3);
      for (int node : Crew.nodes(0, 4)) {
        if (node != 1) {
          crew.await(node, ".*pid " + crew.pid(1) + ".*");
        }
      }
      crew.cluster().launcher().await();
    }
  }

  /** While the survivors work on something else, and while the first links are made. */
  @Test
  void shouldTellWhoeverCallsNext() throws Exception {
    Both.run(folder, this::tellWhoeverCallsNext);
  }

  private void tellWhoeverCallsNext(Sharing sharing, Path own) throws Exception {
    try (Crew crew = new Crew(4, sharing, own, "idle", "auto")) {
      crew.awaitIdle(0, 1, 2, 3);
      Fault early = crew.kill(3);
      crew.await(Crew.JOURNAL, "node 3 .*is gone.*");
      crew.orderAll("go", 0, 1, 2);
      crew.awaitFailures(early, 0, 1, 2);

      crew.awaitIdle(0, 1, 2);
      crew.orderAll("go", 0, 1, 2);
      crew.awaitFailures(crew.kill(0), 1, 2);
      crew.awaitIdle(1, 2);
      crew.orderAll("go", 1, 2);
      crew.awaitIteration(2, 3, 1, 2);
      crew.stop(1, 2);
    }
  }
}
