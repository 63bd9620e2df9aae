package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.HeapMailbox;
import io.papilio.runtime.transport.Mailboxes;
import io.papilio.runtime.transport.Message;
import java.net.ProtocolException;
import java.util.Optional;

/** Writes what other processes put into this one's mailboxes, piece by piece. */
final class Puts {

  private Puts() {}

  /** A piece of a put has arrived; one that makes no sense is the sender's fault. */
  static void receive(Message put, Mailboxes mailboxes) throws ProtocolException {
    ElementType type = put.payload().type();
    int total = put.epoch();
    int offset = put.sequence();
    if (offset < 0 || total < 0 || put.payload().length() > total - offset) {
      throw new ProtocolException(
          "a put of %s at %d of %d".formatted(put.payload(), offset, total));
    }
    if ((long) total * type.bytes() > Runtime.getRuntime().maxMemory() / 2) {
      throw new ProtocolException("a put of " + total + " elements is more than fits here");
    }
    Optional<HeapMailbox> mailbox = mailboxes.find(put.source(), put.channel(), type, total);
    if (mailbox.isEmpty()) { // nobody wants it any more
      return;
    }
    if (!mailbox.get().fits(type, total)) {
      throw new ProtocolException("a put of " + total + " " + type + " where others are expected");
    }
    mailbox.get().write(put.operation(), offset, put.payload());
  }
}
