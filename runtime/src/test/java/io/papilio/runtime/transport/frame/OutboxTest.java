package io.papilio.runtime.transport.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What waits to be written, and in which order. */
class OutboxTest {
  private final List<Message> written = new ArrayList<>();
  private final Outbox outbox = new Outbox(3, Lane.DATA, null, written::add);

  private static Message message(long number) {
    return Collector.message(ElementType.INT, 5, number);
  }

  /** Takes everything, as "type operation sequence". */
  private List<String> drain() {
    List<String> taken = new ArrayList<>();
    for (Message next = outbox.peek(0); next != null; next = outbox.peek(0)) {
      assertSame(next, outbox.peek(0));
      taken.add("%s %d %d".formatted(outbox.type(), next.operation(), next.sequence()));
      outbox.taken();
    }
    return taken;
  }

  private void put(long channel, long version, int length) {
    outbox.put(channel, version, Values.of(ElementType.INT, length, version));
  }

  @Test
  void shouldKeepTheOrder() {
    assertTrue(outbox.isEmpty());
    assertNull(outbox.peek(0));
    outbox.add(message(1));
    put(7, 20, 3);
    outbox.add(message(2));
    put(8, 30, 3);
    outbox.bye(2);
    assertEquals(List.of("MESSAGE 1 4", "PUT 20 0", "MESSAGE 2 5", "PUT 30 0", "BYE 0 0"), drain());
    assertTrue(outbox.isEmpty());
  }

  @Test
  void shouldTellOfEachMessageThatHasLeft() {
    Message first = message(1);
    Message second = message(2);
    outbox.add(first);
    put(7, 20, 3);
    outbox.add(second);
    outbox.bye(1);
    outbox.peek(0);
    assertEquals(List.of(), written);
    outbox.taken();
    assertEquals(List.of(first), written);
    drain();
    assertEquals(List.of(first, second), written);
  }

  @Test
  void shouldReplaceAPutThatHasNotBegunToLeave() {
    put(7, 1, 3);
    outbox.add(message(5));
    put(8, 2, 3);
    put(7, 3, 3);
    put(7, 4, 3);
    put(8, 5, 3);
    assertEquals(List.of("PUT 4 0", "MESSAGE 5 8", "PUT 5 0"), drain());
  }

  /** What was looked at may be half in the socket already. */
  @Test
  void shouldNotReplaceAPutThatHasBegunToLeave() {
    put(7, 1, 3);
    Message first = outbox.peek(0);
    put(7, 2, 3);
    put(7, 3, 3); // but the one behind it
    Values.assertAre(1, first.payload());
    assertEquals(1, first.operation());
    assertEquals(List.of("PUT 1 0", "PUT 3 0"), drain());
  }

  @Test
  void shouldNotReplaceAPutBetweenItsPieces() {
    int most = Frame.MAX_PAYLOAD / Integer.BYTES;
    put(7, 1, 2 * most + 1);
    outbox.peek(0);
    outbox.taken();
    put(7, 2, 2 * most + 1);
    put(7, 3, 2 * most + 1);
    assertEquals(
        List.of(
            "PUT 1 " + most, "PUT 1 " + 2 * most, "PUT 3 0", "PUT 3 " + most, "PUT 3 " + 2 * most),
        drain());
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldCutPutsIntoPieces(ElementType type) {
    int most = Frame.MAX_PAYLOAD / type.bytes();
    for (int length : new int[] {0, 1, most - 1, most, most + 1, 2 * most, 2 * most + 1}) {
      Slice elements = Values.of(type, length, 9);
      outbox.put(7, 9, elements);
      Slice expected = elements.copy();
      Values.fill(elements, 10); // it was copied
      int at = 0;
      do {
        Message piece = outbox.peek(0);
        assertEquals(Frame.Type.PUT, outbox.type());
        assertEquals(length, piece.epoch());
        assertEquals(at, piece.sequence());
        assertEquals(Math.min(most, length - at), piece.payload().length());
        for (int i = 0; i < piece.payload().length(); i++) {
          assertEquals(Values.get(expected, at + i), Values.get(piece.payload(), i));
        }
        at += piece.payload().length();
        outbox.taken();
      } while (at < length);
      assertTrue(outbox.isEmpty());
    }
  }

  @Test
  void shouldRefuseAPutOfAnotherShape() {
    put(7, 1, 3);
    assertThrows(IllegalArgumentException.class, () -> put(7, 2, 4));
    assertEquals(List.of("PUT 1 0"), drain());
  }

  @Test
  void shouldForgetWhatCannotBeWritten() {
    put(7, 1, 3);
    outbox.add(message(1));
    Message looked = outbox.peek(0);
    outbox.clear();
    assertTrue(outbox.isEmpty());
    assertNull(outbox.peek(0));
    put(7, 2, 3);
    assertNotSame(looked, outbox.peek(0));
    assertEquals(List.of("PUT 2 0"), drain());
    assertEquals(List.of(), written);
  }

  @Test
  void shouldSayOnHowManyLinksGoodbyeIsSaid() {
    outbox.bye(2);
    assertEquals(Frame.Type.BYE, outbox.type());
    assertEquals(2, outbox.peek(0).kind());
    assertEquals(3, outbox.peek(0).target());
  }

  @Test
  void shouldWaitForTheBucket() {
    Outbox limited = new Outbox(3, Lane.DATA, new TokenBucket(1e6, 0), written::add);
    assertEquals(Long.MAX_VALUE, limited.readyNanos(0));
    for (int i = 0; i < 3; i++) {
      limited.add(Collector.message(ElementType.BYTE, 10_000 - Frame.HEADER, i));
    }
    assertNull(limited.peek(0)); // 5,000 lack
    long ready = limited.readyNanos(0);
    assertEquals(5_000_000, ready, 2_000);
    assertNull(limited.peek(ready - 3_000));
    assertEquals(0, limited.peek(ready).operation());
    limited.taken();
    assertEquals(ready + 10_000_000, limited.readyNanos(ready), 2_000);
    assertEquals(1, limited.peek(ready + 10_002_000).operation());
    assertFalse(limited.isEmpty());
  }
}
