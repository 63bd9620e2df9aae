package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.process.Crew.Failed;
import io.papilio.runtime.process.Crew.Fault;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers whose own code fails. */
@Timeout(120)
class UserErrorTest {
  @TempDir Path folder;

  @Test
  void shouldTellAllWhatWentWrongOnOne() throws Exception {
    Both.run(folder, this::tellAllWhatWentWrongOnOne);
  }

  private void tellAllWhatWentWrongOnOne(Sharing sharing, Path own) throws Exception {
    try (Crew crew = new Crew(4, sharing, own, "auto")) {
      crew.awaitGroup(0, 0, 1, 2, 3);
      crew.awaitIteration(0, 3, 0, 1, 2, 3);
      order(crew, 1, "throw no such file", "IllegalStateException: no such file", 0, 2, 3);
      order(crew, 3, "error too large", "OutOfMemoryError: too large", 0, 2);
      order(crew, 0, "exit 3", "ended", 2);
      crew.stop(2);
    }
  }

  private static void order(Crew crew, int node, String text, String error, Integer... others)
      throws Exception {
    Fault fault = new Fault(text, System.currentTimeMillis(), List.of(node));
    crew.order(node, text);
    for (Failed failed : crew.awaitFailures(fault, others)) {
      assertTrue(failed.message().contains(error), failed.message());
    }
    crew.awaitJoin(others);
  }
}
