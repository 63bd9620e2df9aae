package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.process.Crew.Failed;
import io.papilio.runtime.process.Crew.Fault;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several hosts, as far as the network knows: some workers have a network of their own, and a cable
 * to ours.
 *
 * <pre>
 *                                            ======== 10.231.n.2  worker 2
 *   rendezvous, worker 0, worker 1  10.231.n.1
 *                                            ======== 10.231.n.6  which no road leads to from there
 * </pre>
 */
@Timeout(120)
class CableCutTest {
  private static final long SELF = ProcessHandle.current().pid();
  private static final String NETWORK = "10.231." + SELF % 250;

  private final List<Cable> cables = new ArrayList<>();

  /** To a network that is called {@code elsewhere}; its addresses end with these. */
  private record Cable(String elsewhere, String here, String there, int hereEnd, int thereEnd) {}

  @TempDir Path folder;

  private Cable layCable(int number) throws InterruptedException {
    String id = SELF + "-" + number;
    Cable cable = new Cable("papilio-" + id, "pa" + id, "pb" + id, 4 * number + 1, 4 * number + 2);
    try {
      ip("netns add " + cable.elsewhere);
      ip("link add " + cable.here + " type veth peer name " + cable.there);
      ip("link set " + cable.there + " netns " + cable.elsewhere);
      ip("addr add " + NETWORK + "." + cable.hereEnd + "/30 dev " + cable.here);
      ip("link set " + cable.here + " up");
      String inside = "-n " + cable.elsewhere;
      ip(inside + " addr add " + NETWORK + "." + cable.thereEnd + "/30 dev " + cable.there);
      ip(inside + " link set " + cable.there + " up");
      if (number > 0) { // where the rendezvous is
        ip(inside + " route add " + NETWORK + ".1/32 via " + NETWORK + "." + cable.hereEnd);
      }
    } catch (IOException | AssertionError e) {
      System.out.println("no cable: " + e.getMessage());
      abort("networks cannot be made here: " + e.getMessage());
    }
    cables.add(cable);
    return cable;
  }

  @AfterEach
  void takeCablesAway() throws Exception {
    for (Cable cable : cables) {
      ip("link del " + cable.here); // with its other end; else that lives as long as connections
      ip("netns del " + cable.elsewhere);
    }
  }

  private static void ip(String arguments) throws IOException, InterruptedException {
    Signals.run(("ip " + arguments).split(" "));
  }

  @Test
  void shouldGoOnWithoutOneThatIsCutOff() throws Exception {
    Cable cable = layCable(0);
    Invitation invitation = Crew.invitation(Sharing.NEVER, folder).withHeartbeat(Crew.BEAT);
    try (RendezvousServer server =
            new RendezvousServer(3, Crew.BEAT, invitation.options().withHost(NETWORK + ".1"));
        Crew crew = new Crew(0, invitation.withRendezvous(server.endpoint()), folder)) {
      crew.recruit();
      crew.recruit();
      crew.recruit("ip", "netns", "exec", cable.elsewhere);
      crew.awaitGroup(0, 0, 1, 2);
      crew.awaitIteration(0, 3, 0, 1, 2);

      Fault cut = new Fault("cable cut", System.currentTimeMillis(), List.of(2));
      ip("-n " + cable.elsewhere + " link set " + cable.there + " down");
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

  /** The rendezvous and worker 0 reach both of them, but neither can reach the other. */
  @Test
  void shouldGoOnWithoutOneOfTwoThatCannotReachEachOther() throws Exception {
    Cable one = layCable(0);
    Cable other = layCable(1);
    Invitation invitation = Crew.invitation(Sharing.NEVER, folder);
    try (RendezvousServer server =
            new RendezvousServer(
                3, Heartbeat.DEFAULT, invitation.options().withHost(NETWORK + ".1"));
        Crew crew = new Crew(0, invitation.withRendezvous(server.endpoint()), folder)) {
      crew.recruit();
      crew.recruit("ip", "netns", "exec", one.elsewhere);
      crew.recruit("ip", "netns", "exec", other.elsewhere);
      crew.awaitGroup(0, 0, 1, 2);

      Fault noRoad = new Fault("no road", System.currentTimeMillis(), List.of(1, 2));
      List<Failed> failures = crew.awaitFailures(noRoad, 0, 1, 2);
      int outcast = failures.get(0).culprit();
      for (Failed failed : failures) {
        assertEquals(outcast, failed.culprit(), failed.message());
        String reason = "node " + (3 - outcast) + " cannot reach it: cannot be reached: Network";
        assertTrue(failed.message().contains(reason), failed.message());
      }
      crew.order(outcast, "shrink");
      crew.await(outcast, "outcast .*");

      Integer[] others = {0, 3 - outcast};
      crew.orderAll("shrink", others);
      crew.awaitGroup(1, others);
      crew.awaitIteration(1, 3, others);
      crew.stop(others);
    }
  }
}
