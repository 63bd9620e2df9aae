package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.launch.Exit;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that hang for ever: nobody waits for them as long. */
@Timeout(60)
class HungWorkerTest {
  private static final int KILLED = 128 + 9;

  @TempDir Path folder;

  private String failure(Crew crew) {
    return assertThrows(IllegalStateException.class, crew.cluster()::await).getMessage();
  }

  /** Before it has come to the rendezvous, where an endless loop looks the same. */
  @Test
  void shouldNotWaitForOneThatNeverComes() throws Exception {
    Invitation invitation =
        Crew.invitation(Sharing.NEVER, folder).withJoinTimeout(Duration.ofSeconds(8));
    try (Crew crew = new Crew(3, invitation, folder)) {
      crew.signal("STOP", 1);
      String failure = failure(crew);
      assertTrue(failure.endsWith("was given up: did not come within 8 s"), failure);
      crew.await(0, ".*the group has not formed within 8.0 s: 2 of 3 have come: node 0 .*");
    }
  }

  @Test
  void shouldNotWaitForOneThatIsSilent() throws Exception {
    Invitation invitation = Crew.invitation(Sharing.NEVER, folder).withHeartbeat(Crew.BEAT);
    try (Crew crew = new Crew(3, invitation, folder, "auto")) {
      crew.awaitGroup(0, 0, 1, 2);
      crew.awaitIteration(0, 3, 0, 1, 2);
      crew.signal("STOP", 2);
      crew.awaitGroup(1, 0, 1);
      crew.stop(0, 1);
      List<Exit> exits = crew.cluster().launcher().await();
      assertEquals(List.of(0, 0, KILLED), exits.stream().map(Exit::code).toList());
      String failure = failure(crew);
      assertTrue(failure.contains("worker 2 (pid " + crew.pid(2)), failure);
      assertTrue(failure.contains("was given up: no sign of life for 2"), failure);
    }
  }

  /** It is alone, so that nobody else could tell. */
  @Test
  void shouldNotWaitForTheOnlyOne() throws Exception {
    Invitation invitation = Crew.invitation(Sharing.NEVER, folder).withHeartbeat(Crew.BEAT);
    try (Crew crew = new Crew(1, invitation, folder)) {
      crew.awaitIteration(0, 3, 0);
      crew.signal("STOP", 0);
      String failure = failure(crew);
      assertTrue(failure.contains("was given up: no sign of life for 2"), failure);
    }
  }
}
