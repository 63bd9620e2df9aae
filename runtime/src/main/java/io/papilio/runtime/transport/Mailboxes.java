package io.papilio.runtime.transport;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The mailboxes of one node, by sender and channel; threads may share them. */
public final class Mailboxes {
  /** Puts may still be under way into the last ones that were forgotten, not into all ever. */
  private static final int MOST_FORGOTTEN = 10_000;

  private final Map<Key, HeapMailbox> mailboxes = new HashMap<>();
  private final Set<Long> forgotten = new LinkedHashSet<>();

  private record Key(int source, long channel) {}

  /** For a reader: the mailbox of a sender, made if nobody has asked for it or put into it yet. */
  public synchronized HeapMailbox get(int source, long channel, ElementType type, int length) {
    return mailboxes.computeIfAbsent(
        new Key(source, channel), key -> new HeapMailbox(type, length));
  }

  /** For a put: this mailbox too, but none if the channel was forgotten and not read since. */
  public synchronized Optional<HeapMailbox> find(
      int source, long channel, ElementType type, int length) {
    HeapMailbox known = mailboxes.get(new Key(source, channel));
    if (known == null && forgotten.contains(channel)) {
      return Optional.empty();
    }
    return Optional.of(known == null ? get(source, channel, type, length) : known);
  }

  /** Gives up the mailboxes of a channel; what is put into them later is dropped. */
  public synchronized void forget(long channel) {
    mailboxes.keySet().removeIf(key -> key.channel == channel);
    forgotten.add(channel);
    if (forgotten.size() > MOST_FORGOTTEN) {
      Iterator<Long> oldest = forgotten.iterator();
      oldest.next();
      oldest.remove();
    }
  }
}
