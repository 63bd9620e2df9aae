package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Mailboxes;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.io.IOException;
import java.net.ProtocolException;
import org.junit.jupiter.api.Test;

/** Puts from the network: in pieces, in a wrong shape, or too late. */
class PutsTest {
  private final Mailboxes mailboxes = new Mailboxes();

  private static Message put(long channel, long version, int offset, int total, Slice piece) {
    return Message.to(0, Lane.DATA, channel)
        .operation(version)
        .sequence(offset)
        .epoch(total)
        .payload(piece)
        .arrived(3, released -> {});
  }

  private void receive(Message put) throws IOException {
    Puts.receive(put, mailboxes);
  }

  private static Slice ints(int length) {
    return Values.of(ElementType.INT, length, 1);
  }

  @Test
  void shouldPutPiecesTogetherBeforeAnybodyLooks() throws IOException {
    Slice all = ints(10);
    receive(put(7, 1, 0, 10, all.slice(0, 4)));
    Mailbox mailbox = mailboxes.get(3, 7, ElementType.INT, 10);
    Slice into = Slice.allocate(ElementType.INT, 10);
    assertEquals(Mailbox.TORN, mailbox.read(into));
    receive(put(7, 1, 4, 10, all.slice(4, 10)));
    assertEquals(1, mailbox.read(into));
    Values.assertAre(1, into);
    assertSame(mailbox, mailboxes.get(3, 7, ElementType.INT, 10));
    assertEquals(Mailbox.EMPTY, mailboxes.get(4, 7, ElementType.INT, 10).read(into));
    assertEquals(Mailbox.EMPTY, mailboxes.get(3, 8, ElementType.INT, 10).read(into));
  }

  @Test
  void shouldRefuseWhatDoesNotFit() throws IOException {
    mailboxes.get(3, 7, ElementType.INT, 10);
    int[][] wrong = {
      {-1, 10},
      {7, 10},
      {11, 10},
      {Integer.MAX_VALUE, 10},
      {0, -1},
      {0, 3},
      {0, 11},
      {0, 9},
      {Integer.MIN_VALUE, Integer.MIN_VALUE},
      {Integer.MAX_VALUE, Integer.MAX_VALUE}
    };
    for (int[] each : wrong) {
      Message put = put(7, 1, each[0], each[1], ints(4));
      assertThrows(ProtocolException.class, () -> receive(put), put::toString);
    }
    Message floats = put(7, 1, 0, 10, Slice.of(new float[10]));
    assertThrows(ProtocolException.class, () -> receive(floats));
    Slice into = Slice.allocate(ElementType.INT, 10);
    assertEquals(Mailbox.EMPTY, mailboxes.get(3, 7, ElementType.INT, 10).read(into));
  }

  /** A length that a peer makes up is not allocated. */
  @Test
  void shouldRefuseMoreThanFitsIntoMemory() {
    Slice one = Slice.of(new long[1]);
    Message put = put(7, 1, 0, Integer.MAX_VALUE, one);
    if (Integer.MAX_VALUE * 8L > Runtime.getRuntime().maxMemory() / 2) {
      assertThrows(ProtocolException.class, () -> receive(put));
    }
  }

  @Test
  void shouldDropWhatComesAfterItWasForgotten() throws IOException {
    Slice into = Slice.allocate(ElementType.INT, 4);
    receive(put(7, 1, 0, 4, ints(4)));
    mailboxes.forget(7);
    receive(put(7, 2, 0, 4, ints(4)));
    assertEquals(Mailbox.EMPTY, mailboxes.get(3, 7, ElementType.INT, 4).read(into));
    receive(put(7, 3, 0, 4, ints(4)));
    assertEquals(3, mailboxes.get(3, 7, ElementType.INT, 4).read(into), "asked for again");
  }

  /** Only the last ones are remembered: a job that runs for long forgets very many. */
  @Test
  void shouldNotRememberAllThatItForgot() throws IOException {
    for (int channel = 0; channel <= 10_000; channel++) {
      mailboxes.forget(channel);
    }
    for (int channel : new int[] {0, 1, 10_000}) {
      receive(put(channel, 1, 0, 4, ints(4)));
    }
    Slice into = Slice.allocate(ElementType.INT, 4);
    assertEquals(1, mailboxes.get(3, 0, ElementType.INT, 4).read(into));
    assertEquals(Mailbox.EMPTY, mailboxes.get(3, 1, ElementType.INT, 4).read(into));
    assertEquals(Mailbox.EMPTY, mailboxes.get(3, 10_000, ElementType.INT, 4).read(into));
  }
}
