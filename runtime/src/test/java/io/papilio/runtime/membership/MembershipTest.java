package io.papilio.runtime.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rendezvous and its nodes in virtual time. */
class MembershipTest {
  private static final long MILLI = 1_000_000;
  private static final Heartbeat BEAT =
      new Heartbeat(Duration.ofMillis(10), Duration.ofMillis(100));
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Nodes with membership, and all that they hear of losses. */
  private static final class World {
    final SimulatedNetwork network;
    final List<Node> nodes = new ArrayList<>();
    final List<Membership> memberships = new ArrayList<>();
    final List<List<Loss>> losses = new ArrayList<>();
    final List<String> journal = new ArrayList<>();
    final Node service;
    final Rendezvous rendezvous;

    World(int count, long seed, Heartbeat heartbeat, boolean known) {
      this(count, seed, heartbeat, known ? count : 0, count);
    }

    /** {@code members} of all nodes are known to be the first group, or {@code size} are. */
    World(int count, long seed, Heartbeat heartbeat, int members, int size) {
      network = new SimulatedNetwork(count, seed, MILLI / 10, 2 * MILLI);
      service = new Node(network.transport(Transport.RENDEZVOUS));
      rendezvous =
          members > 0
              ? Rendezvous.of(service, Group.first(0, members), heartbeat)
              : new Rendezvous(service, size, heartbeat, journal::add);
      service.execute(() -> service.attach(rendezvous));
      for (int i = 0; i < count; i++) {
        Node node = new Node(network.transport(i));
        Membership membership = new Membership(node, heartbeat);
        List<Loss> heard = new ArrayList<>();
        node.execute(() -> node.attach(membership));
        node.execute(() -> node.attach(new Listener(heard)));
        nodes.add(node);
        memberships.add(membership);
        losses.add(heard);
      }
    }

    static World formed(int count, long seed) {
      return new World(count, seed, BEAT, true);
    }

    CompletableFuture<Group> ask(int node) {
      return ask(node, TIMEOUT);
    }

    CompletableFuture<Group> ask(int node, Duration timeout) {
      return ask(node, true, timeout);
    }

    CompletableFuture<Group> ask(int node, boolean newcomers, Duration timeout) {
      CompletableFuture<Group> future = new CompletableFuture<>();
      nodes.get(node).execute(() -> memberships.get(node).nextGroup(newcomers, timeout, future));
      return future;
    }

    /** Why there is no group for one that asked. */
    String refusal(CompletableFuture<Group> asked) {
      settle(List.of(asked));
      return assertThrows(CompletionException.class, asked::join).getCause().getMessage();
    }

    List<CompletableFuture<Group>> askAll(int... who) {
      return Arrays.stream(who).mapToObj(this::ask).toList();
    }

    void pass(long millis) {
      long end = network.nanoTime() + millis * MILLI;
      network.at(end, () -> {});
      network.runUntil(() -> network.nanoTime() >= end, end);
    }

    void settle(List<CompletableFuture<Group>> futures) {
      assertTrue(
          network.runUntil(
              () -> futures.stream().allMatch(CompletableFuture::isDone),
              network.nanoTime() + 60_000 * MILLI),
          "somebody waits for ever");
    }

    /** The nodes that have heard of the end of one, other than itself. */
    Set<Integer> mourners(int dead) {
      return Set.copyOf(
          IntStream.range(0, nodes.size())
              .filter(node -> node != dead)
              .filter(node -> losses.get(node).stream().anyMatch(loss -> loss.node() == dead))
              .boxed()
              .toList());
    }
  }

  /** Only listens for losses. */
  private record Listener(List<Loss> heard) implements Protocol {
    @Override
    public long channel() {
      return 99;
    }

    @Override
    public int epoch() {
      return 0;
    }

    @Override
    public void onMessage(Message message) {
      message.release();
    }

    @Override
    public void onLost(Loss loss) {
      heard.add(loss);
    }
  }

  private static void assertGroup(
      int epoch, List<Integer> nodes, List<CompletableFuture<Group>> futures) {
    for (CompletableFuture<Group> future : futures) {
      Group group = future.join();
      assertEquals(epoch, group.epoch());
      assertEquals(nodes, group.nodes());
    }
    assertEquals(
        IntStream.range(0, futures.size()).boxed().toList(),
        futures.stream().map(future -> future.join().rank()).sorted().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9})
  void shouldFormTheFirstGroupWhenAllHaveCome(int count) {
    World world = new World(count, count, BEAT, false);
    List<CompletableFuture<Group>> groups = new ArrayList<>();
    for (int node = count - 1; node >= 0; node--) {
      groups.forEach(group -> assertFalse(group.isDone(), "before all have come"));
      groups.add(world.ask(node));
      world.pass(node == 0 ? 0 : 30);
    }
    world.settle(groups);
    assertGroup(0, IntStream.range(0, count).boxed().toList(), groups);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 8})
  void shouldTellAllTheLivingOfADeath(int count) {
    for (int dead = 0; dead < count; dead++) {
      World world = World.formed(count, dead);
      world.pass(50);
      world.network.kill(dead);
      world.pass(90);
      assertEquals(Set.of(), world.mourners(dead), "too early");
      world.pass(30);
      assertEquals(count - 1, world.mourners(dead).size());
      world.pass(1_000);
      for (int node = 0; node < count; node++) {
        if (node != dead) {
          assertEquals(1, world.losses.get(node).size());
          assertFalse(world.losses.get(node).get(0).orderly());
        }
      }
    }
  }

  @Test
  void shouldCallNobodyDeadForAShortPause() {
    World world = World.formed(3, 1);
    for (int i = 0; i < 20; i++) {
      world.network.pause(i % 3, world.network.nanoTime() + 80 * MILLI);
      world.pass(100);
    }
    world.network.pause(Transport.RENDEZVOUS, world.network.nanoTime() + 80 * MILLI);
    world.pass(1_000);
    world.losses.forEach(heard -> assertEquals(List.of(), heard));
  }

  @Test
  void shouldTellANodeThatItWasTakenForDead() {
    World world = World.formed(4, 2);
    world.pass(35);
    world.network.pause(2, world.network.nanoTime() + 300 * MILLI);
    world.pass(400);
    assertEquals(Set.of(0, 1, 3), world.mourners(2));
    Loss own = world.losses.get(2).get(0);
    assertEquals(2, own.node(), "it does not blame the rendezvous: " + own);
    assertTrue(own.reason().startsWith("was itself paused for 0.3 s"), own.reason());
    assertTrue(own.reason().contains("no sign of life for"), own.reason());
    CompletableFuture<Group> outcast = world.ask(2);
    List<CompletableFuture<Group>> groups = world.askAll(3, 1, 0);
    world.settle(groups);
    assertGroup(1, List.of(0, 1, 3), groups);
    world.settle(List.of(outcast));
    assertThrows(CompletionException.class, outcast::join);
  }

  /** The rendezvous ends with its group, and one wakes up later. */
  @Test
  void shouldNotBlameARendezvousThatWentWhileTheNodeWasPaused() {
    for (int seed = 0; seed < 20; seed++) {
      World world = World.formed(3, seed);
      world.pass(35 + seed);
      world.network.pause(1, world.network.nanoTime() + 300 * MILLI);
      world.pass(150);
      world.network.kill(Transport.RENDEZVOUS);
      world.pass(400);
      Loss own = world.losses.get(1).get(0);
      assertEquals(1, own.node(), "seed " + seed + ": " + own);
      assertTrue(own.reason().startsWith("was itself paused for 0.3 s"), own.reason());
    }
  }

  /** All processes of a terminal, say, which are stopped by a key and go on later. */
  @Test
  void shouldCallNobodyDeadIfAllWerePausedTogether() {
    for (int seed = 0; seed < 20; seed++) {
      World world = World.formed(3, seed);
      world.pass(35 + seed);
      long end = world.network.nanoTime() + 1_000 * MILLI;
      for (int node = 0; node < 3; node++) {
        world.network.pause(node, end);
      }
      world.network.pause(Transport.RENDEZVOUS, end);
      world.pass(2_000);
      world.losses.forEach(heard -> assertEquals(List.of(), heard));
      world.network.kill(1);
      world.pass(130);
      assertEquals(Set.of(0, 2), world.mourners(1), "and the dead are still found");
    }
  }

  @Test
  void shouldTellANodeThatWasCutOff() {
    World world = World.formed(3, 3);
    long end = world.network.nanoTime() + 400 * MILLI;
    world.network.partition(Set.of(1), Set.of(Transport.RENDEZVOUS), end);
    world.pass(300);
    assertEquals(Set.of(0, 2), world.mourners(1));
    assertEquals(Transport.RENDEZVOUS, world.losses.get(1).get(0).node());
    CompletableFuture<Group> outcast = world.ask(1);
    world.settle(List.of(outcast));
    String reason = assertThrows(CompletionException.class, outcast::join).getCause().getMessage();
    assertTrue(reason.contains("lost"), reason);
    world.pass(500);
    List<CompletableFuture<Group>> groups = world.askAll(0, 2);
    world.settle(groups);
    assertGroup(1, List.of(0, 2), groups);
  }

  @Test
  void shouldFormWithoutOneThatDiesBeforeItIsReady() {
    World world = World.formed(4, 4);
    List<CompletableFuture<Group>> groups = world.askAll(0, 1, 2);
    world.pass(50);
    groups.forEach(group -> assertFalse(group.isDone()));
    world.network.kill(3);
    world.settle(groups);
    assertGroup(1, List.of(0, 1, 2), groups);
  }

  @Test
  void shouldFormWithoutOneThatDiesWhenItIsReady() {
    World world = World.formed(4, 5);
    world.ask(3);
    world.pass(50);
    world.network.kill(3);
    world.pass(200);
    List<CompletableFuture<Group>> groups = world.askAll(2, 1, 0);
    world.settle(groups);
    assertGroup(1, List.of(0, 1, 2), groups);
  }

  /** The new group does not wait for anybody who is not known to be dead. */
  @Test
  void shouldTellANewGroupOfADeathThatWasNotKnownWhenItFormed() {
    World world = World.formed(4, 6);
    world.ask(3);
    world.pass(30);
    world.network.kill(3);
    List<CompletableFuture<Group>> groups = world.askAll(0, 1, 2);
    world.settle(groups);
    assertEquals(List.of(0, 1, 2, 3), groups.get(0).join().nodes());
    world.pass(300);
    assertEquals(Set.of(0, 1, 2), world.mourners(3));
    List<CompletableFuture<Group>> next = world.askAll(0, 1, 2);
    world.settle(next);
    assertGroup(2, List.of(0, 1, 2), next);
  }

  @Test
  void shouldFormWithoutOneThatLeaves() {
    World world = World.formed(3, 7);
    List<CompletableFuture<Group>> groups = world.askAll(0, 2);
    world.pass(50);
    world.nodes.get(1).close();
    world.settle(groups);
    assertGroup(1, List.of(0, 2), groups);
    world.pass(500);
    assertEquals(List.of(new Loss(1, true, "left")), world.losses.get(0));
    assertEquals(List.of(new Loss(1, true, "left")), world.losses.get(2));
  }

  @Test
  void shouldTakeInANodeThatComesLater() {
    SimulatedNetwork network = new SimulatedNetwork(3, 8, MILLI / 10, MILLI);
    Node service = new Node(network.transport(Transport.RENDEZVOUS));
    service.execute(() -> service.attach(new Rendezvous(service, 2, BEAT)));
    List<Membership> memberships = new ArrayList<>();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Node node = new Node(network.transport(i));
      Membership membership = new Membership(node, BEAT);
      node.execute(() -> node.attach(membership));
      nodes.add(node);
      memberships.add(membership);
    }
    List<CompletableFuture<Group>> first = ask(nodes, memberships, 2, 0);
    assertTrue(network.runUntil(() -> done(first), 1_000 * MILLI));
    assertGroup(0, List.of(0, 2), first);
    List<CompletableFuture<Group>> second = new ArrayList<>(ask(nodes, memberships, 1, 2));
    assertFalse(network.runUntil(() -> done(second), network.nanoTime() + 500 * MILLI));
    second.addAll(ask(nodes, memberships, 0));
    assertTrue(network.runUntil(() -> done(second), network.nanoTime() + 500 * MILLI));
    assertGroup(1, List.of(0, 1, 2), second);
  }

  @Test
  void shouldSendSparesAwayWhenTheGroupShrinks() {
    World world = new World(5, 20, BEAT, 3, 3);
    List<CompletableFuture<Group>> spares = world.askAll(3, 4);
    world.pass(50);
    world.network.kill(1);
    world.pass(200);
    spares.forEach(spare -> assertFalse(spare.isDone(), "it may yet be needed"));
    List<CompletableFuture<Group>> groups =
        List.of(world.ask(0, false, TIMEOUT), world.ask(2, false, TIMEOUT));
    world.settle(groups);
    assertGroup(1, List.of(0, 2), groups);
    for (CompletableFuture<Group> spare : spares) {
      assertEquals("the group goes on without new members", world.refusal(spare));
    }
  }

  /** One that wants no newcomers is enough; and what counts is what it said last. */
  @Test
  void shouldTakeSparesInOnlyIfAllWantThem() {
    World world = new World(3, 21, BEAT, 2, 2);
    CompletableFuture<Group> spare = world.ask(2);
    world.ask(0, true, TIMEOUT);
    world.pass(20);
    List<CompletableFuture<Group>> groups = new ArrayList<>(List.of(world.ask(0, false, TIMEOUT)));
    world.pass(20);
    groups.add(world.ask(1, true, TIMEOUT));
    world.settle(groups);
    assertGroup(1, List.of(0, 1), groups);
    assertEquals("the group goes on without new members", world.refusal(spare));
    CompletableFuture<Group> again = world.ask(2);
    List<CompletableFuture<Group>> all = List.of(world.ask(0), world.ask(1), again);
    world.settle(all);
    assertGroup(2, List.of(0, 1, 2), all);
  }

  @Test
  void shouldSendSparesAwayWhenTheGroupHasEnded() {
    World world = new World(3, 22, BEAT, 2, 2);
    CompletableFuture<Group> early = world.ask(2);
    world.pass(50);
    world.nodes.get(0).close();
    world.nodes.get(1).close();
    assertEquals("the group has ended", world.refusal(early));
    assertEquals("the group has ended", world.refusal(world.ask(2)));
  }

  @Test
  void shouldSayWhoIsMissingAndGiveUpInTheEnd() {
    World world = new World(4, 23, BEAT, false);
    List<String> heard = new ArrayList<>();
    List<String> late = new ArrayList<>();
    world.memberships.get(2).onWaiting(heard::add);
    world.service.execute(
        () -> world.rendezvous.formWithin(Duration.ofSeconds(30), () -> late.add("late")));
    Duration patience = Duration.ofSeconds(60);
    List<CompletableFuture<Group>> two = List.of(world.ask(0, patience), world.ask(2, patience));
    world.pass(4_000);
    assertEquals(List.of(), heard, "more may come any moment");
    world.pass(2_000);
    String missing = "2 of 4 have come: node 0, node 2; waiting for 2 more";
    assertEquals(List.of(missing), heard);
    assertTrue(world.journal.contains(missing), world.journal::toString);
    world.pass(23_000);
    two.forEach(each -> assertFalse(each.isDone()));
    String refusal = "the group has not formed within 30.0 s: " + missing;
    assertEquals(refusal, world.refusal(two.get(0)));
    assertEquals(refusal, world.refusal(two.get(1)));
    assertEquals(refusal, world.rendezvous.refusal());
    assertEquals(List.of("late"), late);
    assertTrue(world.network.nanoTime() < 31_000 * MILLI);
    assertEquals(refusal, world.refusal(world.ask(3)), "who comes later hears the same");
  }

  /** It has less patience than the rendezvous. */
  @Test
  void shouldSayWhoIsMissingWhenANodeGivesUp() {
    World world = new World(3, 24, BEAT, false);
    String refusal = world.refusal(world.ask(1, Duration.ofSeconds(7)));
    assertEquals("no group in time: 1 of 3 have come: node 1; waiting for 2 more", refusal);
  }

  @Test
  void shouldNotBeLateIfTheGroupHasFormed() {
    World world = new World(2, 25, BEAT, false);
    List<String> late = new ArrayList<>();
    world.service.execute(
        () -> world.rendezvous.formWithin(Duration.ofSeconds(1), () -> late.add("late")));
    List<CompletableFuture<Group>> groups = world.askAll(0, 1);
    world.settle(groups);
    world.pass(5_000);
    assertEquals(List.of(), late);
    assertEquals("", world.rendezvous.refusal());
    assertGroup(0, List.of(0, 1), groups);
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 10", "8, 2, 10", "9, 2, 11.25", "16, 2, 20", "64, 2, 80", "64, 16, 10"})
  void shouldBeMorePatientTheMoreProcessesShareACore(int processes, int cores, double seconds) {
    Heartbeat heartbeat = Heartbeat.of(processes, cores);
    assertEquals(Duration.ofMillis((long) (1_000 * seconds)), heartbeat.deadAfter());
    assertEquals(Duration.ofMillis(500), heartbeat.interval());
  }

  private static boolean done(List<CompletableFuture<Group>> futures) {
    return futures.stream().allMatch(CompletableFuture::isDone);
  }

  private static List<CompletableFuture<Group>> ask(
      List<Node> nodes, List<Membership> memberships, int... who) {
    List<CompletableFuture<Group>> futures = new ArrayList<>();
    for (int node : who) {
      CompletableFuture<Group> future = new CompletableFuture<>();
      nodes.get(node).execute(() -> memberships.get(node).nextGroup(true, TIMEOUT, future));
      futures.add(future);
    }
    return futures;
  }

  @Test
  void shouldGiveUpWhenNotAllAskInTime() {
    World world = World.formed(3, 9);
    List<CompletableFuture<Group>> groups =
        List.of(world.ask(0, Duration.ofMillis(200)), world.ask(1, Duration.ofMillis(200)));
    world.pass(190);
    groups.forEach(group -> assertFalse(group.isDone()));
    world.settle(groups);
    groups.forEach(group -> assertThrows(CompletionException.class, group::join));
    assertTrue(world.network.nanoTime() < 210 * MILLI);
  }

  @Test
  void shouldEndARequestWhenAnotherIsMade() {
    World world = World.formed(2, 10);
    CompletableFuture<Group> first = world.ask(0);
    List<CompletableFuture<Group>> groups = world.askAll(0, 1);
    world.settle(groups);
    assertGroup(1, List.of(0, 1), groups);
    world.settle(List.of(first));
    assertTrue(first.isDone());
  }

  @Test
  void shouldMissASilentRendezvous() {
    World world = World.formed(3, 11);
    world.pass(40);
    CompletableFuture<Group> waiting = world.ask(0);
    world.network.kill(Transport.RENDEZVOUS);
    world.pass(130);
    for (List<Loss> heard : world.losses) {
      assertEquals(1, heard.size());
      assertEquals(Transport.RENDEZVOUS, heard.get(0).node());
    }
    assertThrows(CompletionException.class, waiting::join);
    CompletableFuture<Group> late = world.ask(1);
    assertThrows(CompletionException.class, late::join);
  }

  @Test
  void shouldEndARequestWhenTheNodeIsClosed() {
    World world = World.formed(2, 12);
    CompletableFuture<Group> waiting = world.ask(0);
    world.nodes.get(0).close();
    assertThrows(CompletionException.class, waiting::join);
  }

  @Test
  void shouldNeverMissAnybodyWithoutHeartbeats() {
    World world = new World(3, 13, Heartbeat.NONE, true);
    world.network.pause(1, 10_000 * MILLI);
    world.pass(20_000);
    world.losses.forEach(heard -> assertEquals(List.of(), heard));
    List<CompletableFuture<Group>> groups = world.askAll(0, 1, 2);
    world.settle(groups);
    assertGroup(1, List.of(0, 1, 2), groups);
  }

  @Test
  void shouldRefuseHeartbeatsThatMakeNoSense() {
    Duration second = Duration.ofSeconds(1);
    assertThrows(
        IllegalArgumentException.class, () -> new Heartbeat(second, Duration.ofMillis(999)));
    assertThrows(IllegalArgumentException.class, () -> new Heartbeat(second.negated(), second));
  }

  @Test
  void shouldKnowRanksAndNodes() {
    Group group = new Group(3, 1, List.of(5, 2, 9));
    assertEquals(3, group.size());
    assertEquals(2, group.node(1));
    assertEquals(2, group.rankOf(9));
    assertEquals(-1, group.rankOf(1));
    assertThrows(IllegalArgumentException.class, () -> new Group(0, 3, List.of(5, 2, 9)));
    assertThrows(IllegalArgumentException.class, () -> new Group(0, -1, List.of(5, 2, 9)));
    assertEquals(List.of(0, 1, 2, 3), Group.first(2, 4).nodes());
  }
}
