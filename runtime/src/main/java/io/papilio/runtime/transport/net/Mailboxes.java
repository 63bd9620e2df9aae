package io.papilio.runtime.transport.net;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.HeapMailbox;
import io.papilio.runtime.transport.Message;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What other processes have put here, by sender and channel. */
final class Mailboxes {
  /** Puts may still be under way into the last ones that were forgotten, not into all ever. */
  private static final int MOST_FORGOTTEN = 10_000;

  private final Map<Key, HeapMailbox> mailboxes = new HashMap<>();
  private final Set<Long> forgotten = new LinkedHashSet<>();

  private record Key(int source, long channel) {}

  synchronized HeapMailbox get(int source, long channel, ElementType type, int length) {
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
    HeapMailbox mailbox = find(put, type, total);
    if (mailbox != null) {
      mailbox.write(put.operation(), offset, put.payload());
    }
  }

  /** The mailbox that a put is for, made if it is the first; null if nobody wants it any more. */
  private synchronized HeapMailbox find(Message put, ElementType type, int total)
      throws IOException {
    HeapMailbox mailbox = mailboxes.get(new Key(put.source(), put.channel()));
    if (mailbox == null) {
      if (forgotten.contains(put.channel())) {
        return null;
      }
      if ((long) total * type.bytes() > Runtime.getRuntime().maxMemory() / 2) {
        throw new ProtocolException("a put of " + total + " elements is more than fits here");
      }
      mailbox = get(put.source(), put.channel(), type, total);
    }
    if (!mailbox.fits(type, total)) {
      throw new ProtocolException("a put of " + total + " " + type + " where others are expected");
    }
    return mailbox;
  }

  synchronized void forget(long channel) {
    mailboxes.keySet().removeIf(key -> key.channel == channel);
    forgotten.add(channel);
    if (forgotten.size() > MOST_FORGOTTEN) {
      Iterator<Long> oldest = forgotten.iterator();
      oldest.next();
      oldest.remove();
    }
  }
}
