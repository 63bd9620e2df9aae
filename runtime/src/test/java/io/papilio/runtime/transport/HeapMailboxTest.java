package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Puts that come in pieces; what transports promise of mailboxes is in {@link MailboxContract}. */
class HeapMailboxTest {

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void shouldBeTornBetweenThePiecesOfAPut(ElementType type) {
    for (int length : new int[] {2, 3, 64, 65}) {
      HeapMailbox mailbox = new HeapMailbox(type, length);
      Slice into = Slice.allocate(type, length);
      for (long version = 1; version < 4; version++) {
        Slice elements = Values.of(type, length, version);
        for (int at = 0; at < length; at++) {
          mailbox.write(version, at, elements.slice(at, at + 1));
          assertEquals(at + 1 < length ? Mailbox.TORN : version, mailbox.read(into));
        }
        Values.assertAre(version, into);
      }
    }
  }

  @Test
  void shouldBeTornWhenAPutIsOvertaken() {
    HeapMailbox mailbox = new HeapMailbox(ElementType.INT, 4);
    Slice first = Values.of(ElementType.INT, 4, 1);
    Slice into = Slice.allocate(ElementType.INT, 4);
    mailbox.write(1, first);
    mailbox.write(2, 0, first.slice(0, 2));
    mailbox.write(3, 0, first.slice(0, 2));
    mailbox.write(2, 2, first.slice(2, 4));
    assertEquals(Mailbox.TORN, mailbox.read(into));
    mailbox.write(3, 2, first.slice(2, 4));
    assertEquals(3, mailbox.read(into));
  }

  @Test
  void shouldRefuseWhatDoesNotFit() {
    HeapMailbox mailbox = new HeapMailbox(ElementType.INT, 4);
    assertThrows(IllegalArgumentException.class, () -> mailbox.write(1, Slice.of(new int[3])));
    assertThrows(IllegalArgumentException.class, () -> mailbox.write(1, Slice.of(new float[4])));
    Slice piece = Slice.of(new int[2]);
    assertThrows(IndexOutOfBoundsException.class, () -> mailbox.write(1, 3, piece));
    assertThrows(IndexOutOfBoundsException.class, () -> mailbox.write(1, -1, piece));
    assertEquals(Mailbox.EMPTY, mailbox.read(Slice.of(new int[4])));
  }
}
