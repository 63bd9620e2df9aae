package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.papilio.runtime.comm.Invitation;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.process.Crew.Failed;
import io.papilio.runtime.process.Crew.Fault;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts, as far as the network knows: one worker has a network of its own, and a cable to ours.
 *
 * <pre>
 *   rendezvous, worker 0, worker 1  10.231.n.1 ======== 10.231.n.2  worker 2
 * </pre>
 */
@Timeout(120)
class CableCutTest {
  private static final long SELF = ProcessHandle.current().pid();
  private static final String ELSEWHERE = "papilio-" + SELF;
  private static final String HERE_END = "pap" + SELF + "a";
  private static final String THERE_END = "pap" + SELF + "b";
  private static final String NETWORK = "10.231." + SELF % 250;

  @TempDir Path folder;

  @BeforeEach
  void layCable() throws InterruptedException {
    try {
      ip("netns add " + ELSEWHERE);
      ip("link add " + HERE_END + " type veth peer name " + THERE_END);
      ip("link set " + THERE_END + " netns " + ELSEWHERE);
      ip("addr add " + NETWORK + ".1/30 dev " + HERE_END);
      ip("link set " + HERE_END + " up");
      ip("-n " + ELSEWHERE + " addr add " + NETWORK + ".2/30 dev " + THERE_END);
      ip("-n " + ELSEWHERE + " link set " + THERE_END + " up");
    } catch (IOException | AssertionError e) {
      System.out.println("no cable: " + e.getMessage());
      abort("networks cannot be made here: " + e.getMessage());
    }
  }

  @AfterEach
  void takeCableAway() throws Exception {
    ip("link del " + HERE_END); // with its other end; else that lives as long as its connections
    ip("netns del " + ELSEWHERE);
  }

  private static void ip(String arguments) throws IOException, InterruptedException {
    Signals.run(("ip " + arguments).split(" "));
  }

  @Test
  void shouldGoOnWithoutOneThatIsCutOff() throws Exception {
    Invitation invitation = Crew.invitation(Sharing.NEVER, folder).withHeartbeat(Crew.BEAT);
    try (RendezvousServer server =
            new RendezvousServer(3, Crew.BEAT, invitation.options().withHost(NETWORK + ".1"));
        Crew crew = new Crew(0, invitation.withRendezvous(server.endpoint()), folder)) {
      crew.recruit();
      crew.recruit();
      crew.recruit("ip", "netns", "exec", ELSEWHERE);
      crew.awaitGroup(0, 0, 1, 2);
      crew.awaitIteration(0, 3, 0, 1, 2);

      Fault cut = new Fault("cable cut", System.currentTimeMillis(), List.of(2));
      ip("-n " + ELSEWHERE + " link set " + THERE_END + " down");
      for (Failed failed : crew.awaitFailures(cut, 0, 1)) {
        assertTrue(failed.message().contains("at " + NETWORK + ".2"), failed.message());
        assertTrue(failed.message().contains("no sign of life"), failed.message());
      }
      Failed outcast = crew.awaitFailures(cut, 2).get(0);
      assertEquals(2, outcast.rank(), outcast.message());
      assertTrue(outcast.message().contains("lost the rendezvous"), outcast.message());
      crew.order(2, "shrink");
      crew.await(2, "outcast .*");

      crew.orderAll("shrink", 0, 1);
      crew.awaitGroup(1, 0, 1);
      crew.awaitIteration(1, 3, 0, 1);
      crew.stop(0, 1);
    }
  }
}
