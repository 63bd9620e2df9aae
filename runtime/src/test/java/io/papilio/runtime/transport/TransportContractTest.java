package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every transport promises. The test of a transport extends this class, says how to open a
 * network, and gets all of these; those about mailboxes and about waiting are in the classes above.
 */
public abstract class TransportContractTest extends WaitingContract {

  private static List<Long> numbers(List<Message> messages) {
    return messages.stream().map(Message::operation).toList();
  }

  private static List<Long> upTo(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9})
  void shouldKnowItsNodes(int nodes) {
    Net net = net(nodes);
    for (int node = Transport.RENDEZVOUS; node < nodes; node++) {
      assertEquals(node, net.transport(node).node());
    }
  }

  @Test
  void shouldKeepTheOrderOfALane() {
    int count = 500;
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    for (int i = 0; i < count; i++) {
      for (Lane lane : Lane.values()) {
        for (Peer peer : peers) {
          int other = 1 - peer.transport().node();
          peer.send(other, lane, Values.of(ElementType.INT, i % 17, i), i);
        }
      }
    }
    settle(net, peers, () -> peers.stream().allMatch(p -> p.messages().size() == 2 * count));
    for (Peer peer : peers) {
      int other = 1 - peer.transport().node();
      for (Lane lane : Lane.values()) {
        assertEquals(upTo(count), numbers(peer.messages(other, lane)), lane + " to " + (1 - other));
      }
      peer.messages().forEach(m -> Values.assertAre(m.operation(), m.payload()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldNeitherLoseNorRepeatUnderLoad(int senders) {
    int count = 300;
    SplittableRandom random = new SplittableRandom(senders);
    Net net = net(senders + 1);
    List<Peer> peers = peers(net, senders + 1);
    Peer receiver = peers.get(senders);
    List<Set<Message>> sent = new ArrayList<>();
    for (Peer sender : peers.subList(0, senders)) {
      Set<Message> own = new HashSet<>();
      for (int i = 0; i < count; i++) {
        Slice payload = Values.of(ElementType.FLOAT, random.nextInt(0, 100), i);
        own.add(sender.send(senders, Lane.values()[i % 2], payload, i));
      }
      sent.add(own);
    }
    settle(net, peers, () -> receiver.messages().size() >= count * senders);
    List<Message> unreleased = new ArrayList<>(receiver.messages());
    while (!unreleased.isEmpty()) { // in another order than they came
      Message message = unreleased.remove(random.nextInt(unreleased.size()));
      Values.assertAre(message.operation(), message.payload());
      message.release();
    }
    List<Peer> sending = peers.subList(0, senders);
    settle(net, peers, () -> sending.stream().allMatch(p -> p.released().size() >= count));
    assertEquals(count * senders, receiver.messages().size());
    for (Peer sender : sending) {
      assertEquals(count, sender.released().size());
      assertEquals(sent.get(sender.transport().node()), new HashSet<>(sender.released()));
      int node = sender.transport().node();
      assertEquals(count / 2, receiver.messages(node, Lane.DATA).size());
      assertEquals(count / 2, receiver.messages(node, Lane.CONTROL).size());
    }
  }

  @Test
  void shouldTakeMessagesFromSeveralThreadsOfOneNode() throws InterruptedException {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    assumeFalse(peers.get(0).isDriven(), "one thread only");
    int threads = 3;
    int count = 2_000;
    peers.get(1).releasingAtOnce();
    List<Thread> senders = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int first = thread * count;
      Runnable sending =
          () -> {
            for (int i = first; i < first + count; i++) {
              peers.get(0).send(1, Lane.DATA, Values.of(ElementType.LONG, i % 13, i), i);
            }
          };
      Thread sender = new Thread(sending, "sender-" + thread);
      senders.add(sender);
      sender.start();
    }
    settle(net, peers, () -> peers.get(0).released().size() >= threads * count);
    settle(net, peers, () -> peers.get(1).messages().size() >= threads * count);
    for (Thread sender : senders) {
      sender.join();
    }
    List<Long> numbers = numbers(peers.get(1).messages());
    assertEquals(threads * count, numbers.size());
    for (int thread = 0; thread < threads; thread++) {
      int first = thread * count;
      assertEquals(
          LongStream.range(first, first + count).boxed().toList(),
          numbers.stream().filter(n -> n >= first && n < first + count).toList());
    }
    assertEquals(threads * count, new HashSet<>(peers.get(0).released()).size());
  }

  @Test
  void shouldDeliverControlThoughAllDataIsUnreleased() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    int length = most(net, ElementType.FLOAT, 100_000);
    for (int i = 0; i < 40; i++) {
      peers.get(0).send(1, Lane.DATA, Values.of(ElementType.FLOAT, length, i), i);
    }
    peers.get(0).send(1, Lane.CONTROL, Values.of(ElementType.INT, 3, 99), 99);
    settle(net, peers, () -> !peers.get(1).messages(0, Lane.CONTROL).isEmpty());
    Message control = peers.get(1).messages(0, Lane.CONTROL).get(0);
    Values.assertAre(99, control.payload());
    if (net.lends()) {
      assertEquals(List.of(), peers.get(0).released());
    }
  }

  @Test
  void shouldLetControlPassDataThatIsNotPolledYet() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    assumeFalse(peers.get(1).isDriven(), "polls by itself");
    int count = 100;
    peers.get(1).releasingAtOnce();
    for (int i = 0; i < count; i++) {
      peers.get(0).send(1, Lane.DATA, Values.of(ElementType.FLOAT, 30_000, i), i);
    }
    peers.get(0).send(1, Lane.CONTROL, Slice.EMPTY, count);
    settle(net, peers, () -> peers.get(1).messages().size() > count);
    long dataBefore =
        numbers(peers.get(1).messages()).stream().takeWhile(number -> number < count).count();
    assertTrue(dataBefore < count / 2, dataBefore + " data messages came first");
  }

  /** Who has the answer knows that the question was read. */
  @Test
  void shouldTellOfAReleaseBeforeTheAnswer() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    assumeFalse(peers.get(0).isDriven(), "polls by itself");
    for (int i = 0; i < 20; i++) {
      int size = i;
      Message question = peers.get(0).send(1, Lane.DATA, Values.of(ElementType.INT, 5, i), i);
      List<Peer> busy = i == 0 ? peers : peers.subList(1, 2); // the first has to connect
      settle(net, busy, () -> peers.get(1).messages().size() > size);
      peers.get(1).messages().get(i).release();
      peers.get(1).send(0, Lane.DATA, Values.of(ElementType.INT, 5, i), i);
      settle(net, peers, () -> peers.get(0).messages().size() > size);
      List<Object> events = peers.get(0).events();
      Message answer = peers.get(0).messages().get(i);
      assertTrue(events.contains(question), "answer " + i + " came before the release");
      assertTrue(events.indexOf(question) < events.indexOf(answer), "answer " + i);
    }
  }

  @Test
  void shouldReleaseWhatItHasCopied() {
    Net net = net(2);
    assumeFalse(net.lends(), "nothing is copied");
    List<Peer> peers = peers(net, 2);
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Lane lane = i == 3 ? Lane.CONTROL : Lane.DATA;
      sent.add(peers.get(0).send(1, lane, Values.of(ElementType.DOUBLE, 1000, i), i));
    }
    settle(net, peers, () -> peers.get(0).released().size() == 5);
    assertEquals(new HashSet<>(sent), new HashSet<>(peers.get(0).released()));
    sent.forEach(message -> Values.fill(message.payload(), -1));
    settle(net, peers, () -> peers.get(1).messages().size() == 5);
    peers.get(1).messages().forEach(m -> Values.assertAre(m.operation(), m.payload()));
    for (Message message : peers.get(1).messages()) {
      message.keep();
      Values.assertAre(message.operation(), message.payload());
      message.release();
      assertThrows(IllegalStateException.class, message::release);
    }
  }

  @Test
  void shouldKeepAPayloadUntilItIsReleased() {
    Net net = net(2);
    assumeTrue(net.lends(), "released when copied");
    List<Peer> peers = peers(net, 2);
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Lane lane = i == 3 ? Lane.CONTROL : Lane.DATA;
      sent.add(peers.get(0).send(1, lane, Values.of(ElementType.DOUBLE, 1000, i), i));
    }
    settle(net, peers, () -> peers.get(1).messages().size() == 5);
    assertEquals(List.of(), peers.get(0).released());
    List<Message> arrived = new ArrayList<>(peers.get(1).messages());
    for (long number : new long[] {2, 0, 3, 4, 1}) {
      Message message = arrived.stream().filter(m -> m.operation() == number).findFirst().get();
      int before = peers.get(0).released().size();
      message.release();
      arrived.remove(message);
      settle(net, peers, () -> peers.get(0).released().size() > before);
      assertEquals(before + 1, peers.get(0).released().size());
      assertSame(sent.get((int) number), peers.get(0).released().get(before));
      arrived.forEach(m -> Values.assertAre(m.operation(), m.payload()));
    }
    assertEquals(List.of(), peers.get(1).released());
  }

  @Test
  void shouldRefuseASecondRelease() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    Message own = peers.get(0).send(1, Lane.DATA, Values.of(ElementType.INT, 5, 1), 1);
    settle(net, peers, () -> peers.get(1).messages().size() == 1);
    Message message = peers.get(1).messages().get(0);
    message.release();
    assertThrows(IllegalStateException.class, message::release);
    settle(net, peers, () -> !peers.get(0).released().isEmpty());
    assertEquals(List.of(own), peers.get(0).released());
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldCarryEveryElementType(ElementType type) {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    int[] lengths = {0, 1, 2, 3, 7, 8, 9, 1000, 1023, 1024, 1025, 70_001};
    lengths[lengths.length - 1] = most(net, type, lengths[lengths.length - 1]);
    for (int length : lengths) {
      peers.get(0).send(1, Lane.DATA, Values.of(type, length, length), length);
      peers.get(0).send(1, Lane.CONTROL, Values.of(type, length, length), length);
    }
    settle(net, peers, () -> peers.get(1).messages().size() == 2 * lengths.length);
    for (Lane lane : Lane.values()) {
      List<Message> messages = peers.get(1).messages(0, lane);
      for (int i = 0; i < lengths.length; i++) {
        Slice payload = messages.get(i).payload();
        assertEquals(lengths[i], payload.length());
        assertTrue(payload.length() == 0 || payload.type() == type, payload::toString);
        Values.assertAre(lengths[i], payload);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldCarryASliceOfALongerArray(ElementType type) {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    Slice all = Values.of(type, 1000, 5);
    int[][] ranges = {{0, 1000}, {1, 2}, {999, 1000}, {17, 503}, {500, 500}};
    for (int[] range : ranges) {
      Slice part = all.slice(range[0], range[1]);
      peers.get(0).send(1, Lane.DATA, part.slice(0, part.length()), 5);
    }
    settle(net, peers, () -> peers.get(1).messages().size() == ranges.length);
    for (int i = 0; i < ranges.length; i++) {
      Slice expected = all.slice(ranges[i][0], ranges[i][1]);
      Slice payload = peers.get(1).messages().get(i).payload();
      assertEquals(expected.length(), payload.length());
      for (int j = 0; j < expected.length(); j++) {
        assertEquals(Values.get(expected, j), Values.get(payload, j));
      }
    }
  }

  @Test
  void shouldCarryLargePayloads() {
    Net net = net(3);
    List<Peer> peers = peers(net, 3);
    peers.get(2).releasingAtOnce();
    Slice large = Values.of(ElementType.FLOAT, most(net, ElementType.FLOAT, 1_000_000), 3);
    for (int i = 0; i < 4; i++) {
      peers.get(i % 2).send(2, Lane.DATA, large, 3);
    }
    settle(net, peers, () -> peers.get(0).released().size() == 2);
    settle(net, peers, () -> peers.get(1).released().size() == 2);
    settle(net, peers, () -> peers.get(2).messages().size() == 4);
    Values.assertAre(3, large);
  }

  @Test
  void shouldCarryAllThatAMessageSays() {
    Net net = net(3);
    List<Peer> peers = peers(net, 3);
    long[] longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE};
    int[] ints = {Integer.MIN_VALUE, 0, 1, -1, Integer.MAX_VALUE};
    for (int i = 0; i < longs.length; i++) {
      peers
          .get(2)
          .transport()
          .send(
              Message.to(1, Lane.values()[i % 2], longs[i])
                  .kind(ints[i])
                  .epoch(ints[(i + 1) % 5])
                  .operation(longs[(i + 2) % 5])
                  .sequence(ints[(i + 3) % 5])
                  .digest(longs[(i + 4) % 5])
                  .text("β" + i));
    }
    settle(net, peers, () -> peers.get(1).messages().size() == longs.length);
    for (Message message : peers.get(1).messages()) {
      int i = Integer.parseInt(message.text().substring(1));
      assertEquals("β" + i, message.text());
      assertEquals(2, message.source());
      assertEquals(1, message.target());
      assertEquals(Lane.values()[i % 2], message.lane());
      assertEquals(longs[i], message.channel());
      assertEquals(ints[i], message.kind());
      assertEquals(ints[(i + 1) % 5], message.epoch());
      assertEquals(longs[(i + 2) % 5], message.operation());
      assertEquals(ints[(i + 3) % 5], message.sequence());
      assertEquals(longs[(i + 4) % 5], message.digest());
    }
  }

  @Test
  void shouldConnectAllNodesAndTheRendezvous() {
    int nodes = 5;
    Net net = net(nodes);
    List<Peer> peers = new ArrayList<>(peers(net, nodes));
    peers.add(new Peer(net.transport(Transport.RENDEZVOUS)));
    for (Peer from : peers) {
      for (Peer to : peers) {
        if (from != to) {
          int target = to.transport().node();
          int salt = 100 + 10 * from.transport().node() + target;
          from.send(target, Lane.DATA, Values.of(ElementType.LONG, 11, salt), salt);
        }
      }
    }
    settle(net, peers, () -> peers.stream().allMatch(peer -> peer.messages().size() == nodes));
    for (Peer to : peers) {
      for (Message message : to.messages()) {
        assertEquals(100 + 10 * message.source() + to.transport().node(), message.operation());
        Values.assertAre(message.operation(), message.payload());
      }
    }
  }

  @Test
  void shouldTellOfALossAfterEverythingSentBefore() {
    for (int repeat = 0; repeat < 50; repeat++) {
      Net net = net(3);
      List<Peer> peers = peers(net, 3);
      for (int i = 0; i < 20; i++) {
        Lane lane = i % 3 == 0 || i > 17 ? Lane.CONTROL : Lane.DATA;
        peers.get(0).send(1 + i % 2, lane, Values.of(ElementType.INT, i, i), i);
      }
      net.transport(0).close();
      settle(net, peers, () -> peers.subList(1, 3).stream().noneMatch(p -> p.losses().isEmpty()));
      for (Peer peer : peers.subList(1, 3)) {
        assertEquals(11, peer.events().size(), () -> "repeat heard only " + peer.events());
        Loss loss = (Loss) peer.events().get(10);
        assertEquals(0, loss.node());
        assertTrue(loss.orderly());
        peer.messages().forEach(m -> Values.assertAre(m.operation(), m.payload()));
      }
      assertEquals(List.of(), peers.get(0).losses());
    }
  }

  @Test
  void shouldTellOfALossAfterControlMessagesOfAThread() throws InterruptedException {
    for (int repeat = 0; repeat < races(3_000); repeat++) {
      Net net = open(2);
      List<Peer> peers = peers(net, 2);
      if (peers.get(0).isDriven()) {
        net.close();
        assumeFalse(true, "one thread only");
      }
      Runnable lastWords =
          () -> {
            peers.get(0).send(1, Lane.CONTROL, Slice.EMPTY, 1);
            net.transport(0).close();
          };
      Thread leaver = new Thread(lastWords, "leaver");
      leaver.start();
      settle(net, peers.subList(1, 2), () -> !peers.get(1).losses().isEmpty());
      leaver.join();
      assertEquals(1, peers.get(1).messages().size(), "messages before the loss, " + repeat);
      net.close();
    }
  }

  @Test
  void shouldTellOfReleasesBeforeTheLoss() {
    for (int repeat = 0; repeat < 50; repeat++) {
      Net net = net(2);
      List<Peer> peers = peers(net, 2);
      for (int i = 0; i < 5; i++) {
        peers.get(0).send(1, i % 2 == 0 ? Lane.DATA : Lane.CONTROL, Slice.of(new int[] {i}), i);
      }
      settle(net, peers, () -> peers.get(1).messages().size() == 5);
      peers.get(1).messages().forEach(Message::release);
      net.transport(1).close();
      settle(net, peers, () -> !peers.get(0).losses().isEmpty());
      assertEquals(5, peers.get(0).released().size());
      assertEquals(new Loss(1, true, peers.get(0).losses().get(0).reason()), last(peers.get(0)));
    }
  }

  private static Object last(Peer peer) {
    return peer.events().get(peer.events().size() - 1);
  }

  @Test
  void shouldBearMessagesToANodeThatHasLeft() {
    Net net = net(3);
    List<Peer> peers = peers(net, 3);
    net.transport(1).close();
    net.transport(1).close();
    peers.get(0).send(1, Lane.DATA, Values.of(ElementType.INT, 5, 1), 1);
    peers.get(0).send(2, Lane.DATA, Values.of(ElementType.INT, 5, 2), 2);
    settle(net, peers, () -> !peers.get(2).messages().isEmpty());
    settle(net, peers, () -> !peers.get(0).losses().isEmpty());
    Values.assertAre(2, peers.get(2).messages().get(0).payload());
    assertEquals(List.of(), peers.get(1).messages());
    assertEquals(1, peers.get(0).losses().size());
  }

  @Test
  void shouldSendNothingAfterClosing() {
    Net net = net(3);
    List<Peer> peers = peers(net, 3);
    peers.get(0).send(1, Lane.DATA, Slice.EMPTY, 0);
    settle(net, peers, () -> !peers.get(1).messages().isEmpty());
    net.transport(0).close();
    peers.get(0).send(1, Lane.DATA, Slice.EMPTY, 1);
    peers.get(0).send(1, Lane.CONTROL, Slice.EMPTY, 2);
    settle(net, peers, () -> !peers.get(1).losses().isEmpty());
    peers.get(2).send(1, Lane.DATA, Slice.EMPTY, 3);
    settle(net, peers, () -> peers.get(1).messages().size() > 1);
    assertEquals(List.of(0L, 3L), numbers(peers.get(1).messages()));
  }

  @Test
  void shouldHaveATimeThatNeverGoesBack() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    long before = net.transport(0).nanoTime();
    assertTrue(before >= 0);
    for (int i = 0; i < 20; i++) {
      peers.get(0).send(1, Lane.DATA, Slice.EMPTY, 0);
      int expected = i + 1;
      settle(net, peers, () -> peers.get(1).messages().size() == expected);
      long now = net.transport(0).nanoTime();
      assertFalse(now < before);
      before = now;
    }
  }
}
