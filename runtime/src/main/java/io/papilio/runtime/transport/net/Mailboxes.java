package io.papilio.runtime.transport.net;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.HeapMailbox;
import io.papilio.runtime.transport.Message;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What other processes have put here, by sender and channel. */
final class Mailboxes {
  private final Map<Key, HeapMailbox> mailboxes = new ConcurrentHashMap<>();
  private final Set<Long> forgotten = ConcurrentHashMap.newKeySet();

  private record Key(int source, long channel) {}

  HeapMailbox get(int source, long channel, ElementType type, int length) {
    return mailboxes.computeIfAbsent(
        new Key(source, channel), key -> new HeapMailbox(type, length));
  }

  /** A piece of a put has arrived. */
  void receive(Message put) throws IOException {
    ElementType type = put.payload().type();
    int total = put.epoch();
    int offset = put.sequence();
    if (offset < 0 || total < 0 || put.payload().length() > total - offset) {
      throw new ProtocolException(
          "a put of %s at %d of %d".formatted(put.payload(), offset, total));
    }
    Key key = new Key(put.source(), put.channel());
    HeapMailbox mailbox = mailboxes.get(key);
    if (mailbox == null) {
      if (forgotten.contains(put.channel())) {
        return;
      }
      if ((long) total * type.bytes() > Runtime.getRuntime().maxMemory() / 2) {
        throw new ProtocolException("a put of " + total + " elements is more than fits here");
      }
      mailbox = get(put.source(), put.channel(), type, total);
    }
    if (!mailbox.fits(type, total)) {
      throw new ProtocolException("a put of " + total + " " + type + " where others are expected");
    }
    mailbox.write(put.operation(), offset, put.payload());
  }

  void forget(long channel) {
    forgotten.add(channel);
    mailboxes.keySet().removeIf(key -> key.channel == channel);
  }
}
