package io.papilio.runtime.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What is said about membership, and what is not understood. */
class NoticeTest {
  private static final String VIEW =
      "0 10.0.0.1:4000 memory= pid=1 cores=2\n1 10.0.0.2:4000\n12 h:1\n";

  private static Message view(int target, String text) {
    return Message.to(target, Lane.CONTROL, Notice.CHANNEL)
        .kind(Notice.VIEW)
        .operation(1)
        .text(text);
  }

  @Example
  void shouldReadTheViewsItWrites() {
    Map<Integer, String> addresses = new LinkedHashMap<>();
    for (int node : new int[] {5, 0, 17, Integer.MAX_VALUE}) {
      addresses.put(node, "10.0.0." + node + ":4000 memory= pid=" + node + " cores=2");
    }
    Message message = Notice.view(3, 2, addresses);
    assertEquals(3, message.target());
    assertEquals(2, message.operation());
    assertEquals(
        List.copyOf(addresses.entrySet()), List.copyOf(Addresses.parse(message.text()).entrySet()));
    addresses.replaceAll((node, address) -> ""); // where nobody needs any
    assertEquals(addresses, Addresses.parse(Notice.view(3, 2, addresses).text()));
  }

  @Example
  void shouldRefuseWhatIsNoView() {
    for (String text : new String[] {"0", "\n", "x h:1", "1 a\n1 b", "99999999999 h:1", " 1 h:1"}) {
      assertThrows(IllegalArgumentException.class, () -> Addresses.parse(text), text);
    }
    Message numbers =
        Message.to(0, Lane.CONTROL, 0).kind(Notice.VIEW).payload(Slice.of(new long[3]));
    assertThrows(IllegalArgumentException.class, () -> Addresses.parse(numbers.text()));
  }

  @Property(tries = 300, seed = "21")
  void shouldReadAnythingOrRefuseIt(@ForAll String text) {
    read(text);
  }

  @Property(tries = 300, seed = "22")
  void shouldReadWhatWasChangedOrRefuseIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int changes) {
    SplittableRandom random = new SplittableRandom(seed);
    String signs = "0123456789 \n\r-:x\0";
    StringBuilder text = new StringBuilder(VIEW);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(text.length());
      text.setCharAt(at, signs.charAt(random.nextInt(signs.length())));
    }
    read(text.toString());
  }

  private static void read(String text) {
    try {
      Addresses.parse(text).values().forEach(each -> assertFalse(each.contains("\n")));
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage() != null);
    }
  }

  @Example
  void shouldCutLongReasons() {
    String reason = "x".repeat(100_000);
    for (Message message :
        List.of(
            Notice.dead(1, 2, reason), Notice.suspect(1, 2, reason), Notice.failed(1, reason))) {
      assertEquals(2_000, message.text().length());
    }
    assertEquals("short", Notice.dead(1, 2, "short").text());
  }

  /** A node that waits for a group, and what somebody tells it. */
  private static CompletableFuture<Group> tell(int source, Message message) {
    SimulatedNetwork network = new SimulatedNetwork(2, 1, 1_000, 2_000);
    Node node = new Node(network.transport(0));
    Membership membership = new Membership(node, Heartbeat.NONE);
    CompletableFuture<Group> future = new CompletableFuture<>();
    node.execute(() -> node.attach(membership));
    node.execute(() -> membership.nextGroup(true, Duration.ofSeconds(5), future));
    new Node(network.transport(source)).send(message);
    network.runUntil(future::isDone, 10_000_000_000L);
    assertTrue(future.isDone());
    return future;
  }

  private static String failure(CompletableFuture<Group> future) {
    return assertThrows(CompletionException.class, future::join).getCause().getMessage();
  }

  @Example
  void shouldGiveUpARendezvousThatTalksNonsense() {
    assertEquals(List.of(0), tell(Transport.RENDEZVOUS, view(0, "0 h:1\n")).join().nodes());
    for (String text : new String[] {"", "nonsense", "1 h:1\n", "0\n", "0 h:1\n0 h:2\n"}) {
      String failure = failure(tell(Transport.RENDEZVOUS, view(0, text)));
      assertTrue(
          failure.startsWith("the rendezvous is lost: it does not speak our protocol: "), failure);
    }
  }

  @Example
  void shouldNotListenToOthersThanTheRendezvous() {
    String failure = failure(tell(1, view(0, "0 h:1\n")));
    assertTrue(failure.startsWith("no group in time"), failure);
    failure = failure(tell(1, Notice.dead(0, Transport.RENDEZVOUS, "a lie")));
    assertTrue(failure.startsWith("no group in time"), failure);
  }
}
