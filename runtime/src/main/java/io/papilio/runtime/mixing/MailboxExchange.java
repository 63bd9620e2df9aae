package io.papilio.runtime.mixing;

import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import java.util.HashMap;
import java.util.Map;

/**
 * One-sided: the newest update overwrites the one before; at most one of each rank is kept. A
 * mailbox is written from end to end, or its versions would not tell what is torn: an update that
 * is shorter travels at full length all the same.
 */
final class MailboxExchange implements Exchange {
  private final Transport transport;
  private final Group group;
  private final long channel;
  private final Map<Integer, Mailbox> mailboxes = new HashMap<>();

  MailboxExchange(Transport transport, Group group, long channel) {
    this.transport = transport;
    this.group = group;
    this.channel = channel;
  }

  @Override
  public int publish(int iteration, Slice buffer, int written, int[] targets) {
    for (int target : targets) {
      transport.put(group.node(target), channel, iteration + 1L, buffer);
    }
    return buffer.length();
  }

  @Override
  public long read(int source, int iteration, Slice into) {
    return mailboxes
        .computeIfAbsent(
            source,
            rank -> transport.mailbox(group.node(rank), channel, into.type(), into.length()))
        .read(into);
  }

  @Override
  public String toString() {
    return "mailboxes";
  }
}
