package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.process.Crew.Failed;
import io.papilio.runtime.process.Crew.Fault;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are silent for a while. */
@Timeout(120)
class StopTest {
  @TempDir Path folder;

  @Test
  void shouldGoOnWithoutOneThatIsSilentForTooLong() throws Exception {
    Both.run(folder, this::goOnWithoutOneThatIsSilentForTooLong);
  }

  private void goOnWithoutOneThatIsSilentForTooLong(Sharing sharing, Path own) throws Exception {
    Invitation invitation = Crew.invitation(sharing, own).withHeartbeat(Crew.BEAT);
    try (Crew crew = new Crew(4, invitation, own)) {
      crew.awaitGroup(0, 0, 1, 2, 3);
      crew.awaitIteration(0, 3, 0, 1, 2, 3);
      int last = stopForAMoment(crew, 1);
      crew.awaitIteration(0, last + 5, 0, 1, 2, 3);

      Fault fault = new Fault("kill -STOP", crew.signal("STOP", 2), List.of(2));
      crew.awaitFailures(fault, 0, 1, 3);
      crew.orderAll("shrink", 0, 1, 3);
      crew.awaitGroup(1, 0, 1, 3);
      crew.awaitIteration(1, 3, 0, 1, 3);

      crew.signal("CONT", 2);
      Failed outcast = crew.awaitFailure(2);
      assertTrue(outcast.culprit() == 2, outcast.message());
      crew.order(2, "shrink");
      crew.await(2, "outcast .*");
      crew.stop(0, 1, 3);
    }
  }

  /** Half as long as it may be silent; returns an iteration that it had not finished. */
  private static int stopForAMoment(Crew crew, int node) throws Exception {
    crew.signal("STOP", node);
    Thread.sleep(Crew.BEAT.deadAfter().toMillis() / 2); // the pause itself is what is tested
    int last = crew.lastIteration();
    crew.signal("CONT", node);
    return last;
  }
}
