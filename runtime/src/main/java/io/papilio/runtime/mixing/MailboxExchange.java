package io.papilio.runtime.mixing;

import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;

/**
 * One-sided: the newest update overwrites the one before; at most one of each rank is kept. A
 * mailbox is written from end to end, or its versions would not tell what is torn: an update that
 * is shorter travels at full length all the same.
 */
final class MailboxExchange implements Exchange {
  private final Transport transport;
  private final Group group;
  private final long channel;
  private final Payload payload;
  private final Slice room;
  private final Mailbox[] mailboxes;

  MailboxExchange(Transport transport, Group group, long channel, Payload payload) {
    this.transport = transport;
    this.group = group;
    this.channel = channel;
    this.payload = payload;
    this.room = Slice.allocate(payload.type(), payload.length());
    this.mailboxes = new Mailbox[group.size()];
  }

  @Override
  public int publish(int iteration, int[] targets) {
    Slice state = payload.encode(room);
    Slice whole = state.length() < payload.length() ? room : state;
    for (int target : targets) {
      transport.put(group.node(target), channel, iteration + 1L, whole);
    }
    return whole.length();
  }

  @Override
  public long combine(int source, int iteration, double share) {
    if (mailboxes[source] == null) {
      mailboxes[source] =
          transport.mailbox(group.node(source), channel, payload.type(), payload.length());
    }
    long version = mailboxes[source].read(room);
    if (version > Mailbox.EMPTY) {
      payload.combine(0, room, share);
    }
    return version;
  }

  @Override
  public String toString() {
    return "mailboxes";
  }
}
