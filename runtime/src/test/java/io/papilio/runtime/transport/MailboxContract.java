package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.papilio.runtime.transport.Message.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every transport promises about mailboxes. */
public abstract class MailboxContract extends NetFixture {
  private static final long CHANNEL = 11;

  /** Reads until a version or a newer one is there. */
  private static void settle(Net net, Mailbox mailbox, long version, Slice into) {
    net.settle(
        () -> {
          net.pump();
          return mailbox.read(into) >= version;
        });
    assertEquals(version, mailbox.read(into));
    Values.assertAre(version, into);
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldBeEmptyBeforeTheFirstPut(ElementType type) {
    Net net = net(2);
    for (int length : new int[] {0, 1, 2, 3, 64, 65}) {
      Mailbox mailbox = net.transport(1).mailbox(0, CHANNEL + length, type, length);
      Slice into = Slice.allocate(type, length);
      assertEquals(Mailbox.EMPTY, mailbox.read(into));
      assertEquals(Mailbox.EMPTY, mailbox.read(into));
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldHoldTheNewestVersion(ElementType type) {
    Net net = net(2);
    for (int length : new int[] {0, 1, 2, 3, 64, 1001}) {
      long channel = CHANNEL + length;
      Slice elements = Slice.allocate(type, length);
      Slice into = Slice.allocate(type, length);
      for (long version = 1; version <= 5; version++) { // the first before anybody has looked
        Values.fill(elements, version);
        net.transport(0).put(1, channel, version, elements);
        Values.fill(elements, -1); // what was put is not this array any more
        if (version == 1 || version == 3) {
          settle(net, net.transport(1).mailbox(0, channel, type, length), version, into);
        }
      }
      settle(net, net.transport(1).mailbox(0, channel, type, length), 5, into);
    }
  }

  @Test
  void shouldKeepSendersAndChannelsApart() {
    int nodes = 4;
    Net net = net(nodes);
    for (int from = 0; from < nodes; from++) {
      for (int to = 0; to < nodes; to++) {
        for (int channel = 0; channel < 2 && from != to; channel++) {
          long version = 1 + channel + 10 * to + 100 * from;
          Slice elements = Values.of(ElementType.FLOAT, 33, version);
          net.transport(from).put(to, channel, version, elements.slice(0, 33));
        }
      }
    }
    for (int from = 0; from < nodes; from++) {
      for (int to = 0; to < nodes; to++) {
        for (int channel = 0; channel < 2 && from != to; channel++) {
          Mailbox mailbox = net.transport(to).mailbox(from, channel, ElementType.FLOAT, 33);
          long version = 1 + channel + 10 * to + 100 * from;
          settle(net, mailbox, version, Slice.allocate(ElementType.FLOAT, 33));
        }
      }
    }
  }

  @Test
  void shouldReadIntoAndPutFromSlices() {
    Net net = net(2);
    Slice all = Values.of(ElementType.INT, 100, 4);
    net.transport(0).put(1, CHANNEL, 9, all.slice(20, 50));
    Mailbox mailbox = net.transport(1).mailbox(0, CHANNEL, ElementType.INT, 30);
    Slice into = Values.of(ElementType.INT, 100, 5);
    net.settle(
        () -> {
          net.pump();
          return mailbox.read(into.slice(60, 90)) == 9;
        });
    for (int i = 0; i < 100; i++) {
      int expected = i >= 60 && i < 90 ? Values.at(4, i - 40) : Values.at(5, i);
      assertEquals(expected, into.ints()[i]);
    }
  }

  @Test
  void shouldDeliverPutsBeforeLaterDataMessages() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    Mailbox mailbox = net.transport(1).mailbox(0, CHANNEL, ElementType.FLOAT, 50);
    Slice into = Slice.allocate(ElementType.FLOAT, 50);
    for (int version = 1; version <= 50; version++) {
      int count = version;
      net.transport(0).put(1, CHANNEL, version, Values.of(ElementType.FLOAT, 50, version));
      peers.get(0).send(1, Lane.DATA, Slice.EMPTY, version);
      settle(net, peers, () -> peers.get(1).messages().size() == count);
      assertEquals(version, mailbox.read(into));
      Values.assertAre(version, into);
    }
  }

  /** A sender may not know yet that nobody reads its puts any more. */
  @Test
  void shouldDropWhatComesAfterItWasForgotten() {
    Net net = net(2);
    List<Peer> peers = peers(net, 2);
    Slice into = Slice.allocate(ElementType.INT, 5);
    net.transport(0).put(1, CHANNEL, 1, Values.of(ElementType.INT, 5, 1));
    settle(net, net.transport(1).mailbox(0, CHANNEL, ElementType.INT, 5), 1, into);
    net.transport(1).forget(CHANNEL);
    net.transport(0).put(1, CHANNEL, 2, Values.of(ElementType.INT, 5, 2));
    peers.get(0).send(1, Lane.DATA, Slice.EMPTY, 1);
    settle(net, peers, () -> peers.get(1).messages().size() == 1);
    Mailbox again = net.transport(1).mailbox(0, CHANNEL, ElementType.INT, 5);
    assertEquals(Mailbox.EMPTY, again.read(into), "it has come back");
    net.transport(0).put(1, CHANNEL, 3, Values.of(ElementType.INT, 5, 3));
    settle(net, again, 3, into);
  }

  /** Under a writer who never rests, what is read is of one put, or said to be torn. */
  @Test
  void shouldFlagTornReads() throws InterruptedException {
    Net net = net(2);
    assumeFalse(new Peer(net.transport(0)).isDriven(), "puts by itself");
    int puts = 60_000; // or more, until enough is read: the reader may get a core late
    AtomicInteger intact = new AtomicInteger();
    AtomicLong last = new AtomicLong();
    Slice elements = Slice.allocate(ElementType.LONG, 61);
    Values.fill(elements, 1);
    net.transport(0).put(1, CHANNEL, 1, elements); // they may have to connect first
    Mailbox first = net.transport(1).mailbox(0, CHANNEL, ElementType.LONG, 61);
    settle(net, first, 1, Slice.allocate(ElementType.LONG, 61));
    Runnable hammering =
        () -> {
          for (long version = 2; version <= puts || intact.get() <= 100; version++) {
            Values.fill(elements, version);
            net.transport(0).put(1, CHANNEL, version, elements);
            last.set(version);
          }
        };
    Thread writer = new Thread(hammering, "writer");
    writer.start();
    try {
      readWhile(List.of(writer), net, 61, Long.MAX_VALUE, intact);
    } finally {
      intact.set(101); // the writer ends, whatever was read
    }
    Mailbox mailbox = net.transport(1).mailbox(0, CHANNEL, ElementType.LONG, 61);
    settle(net, mailbox, last.get(), Slice.allocate(ElementType.LONG, 61));
  }

  @Test
  void shouldTakePutsFromSeveralThreads() throws InterruptedException {
    Net net = net(2);
    assumeFalse(new Peer(net.transport(0)).isDriven(), "one thread only");
    int length = 100_003; // copying takes a while
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int first = i + 3;
      Slice elements = Values.of(ElementType.LONG, length, i);
      Runnable hammering =
          () -> {
            for (int version = first; version < 6_000; version += 3) {
              net.transport(0).put(1, CHANNEL, version, elements);
            }
          };
      Thread writer = new Thread(hammering, "writer-" + i);
      writers.add(writer);
      writer.start();
    }
    readWhile(writers, net, length, 3, new AtomicInteger());
    Mailbox mailbox = net.transport(1).mailbox(0, CHANNEL, ElementType.LONG, length);
    Slice into = Slice.allocate(ElementType.LONG, length);
    net.settle(
        () -> {
          net.pump();
          return mailbox.read(into) > 0;
        });
    long last = mailbox.read(into);
    assertTrue(last > 0, "nobody writes any more, but what is read is " + last);
    Values.assertAre(last % 3, into);
  }

  /** Counts the reads that are intact, each with the elements of its version modulo some number. */
  private static void readWhile(
      List<Thread> writers, Net net, int length, long modulus, AtomicInteger intact)
      throws InterruptedException {
    Mailbox mailbox = net.transport(1).mailbox(0, CHANNEL, ElementType.LONG, length);
    Slice into = Slice.allocate(ElementType.LONG, length);
    while (writers.stream().anyMatch(Thread::isAlive)) {
      net.pump();
      long version = mailbox.read(into);
      if (version > 0) {
        for (int i = 0; i < length; i += 1 + length / 64) {
          assertEquals(Values.at(version % modulus, i), into.longs()[i], "of version " + version);
        }
        intact.incrementAndGet();
      }
    }
    for (Thread writer : writers) {
      writer.join();
    }
  }
}
