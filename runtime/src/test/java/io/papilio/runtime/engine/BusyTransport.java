package io.papilio.runtime.engine;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;

/** A transport that always has something to do, which takes it a second each time. */
final class BusyTransport implements Transport {
  private long nowNanos;

  @Override
  public int node() {
    return 0;
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public boolean poll(Receiver receiver) {
    nowNanos += 1_000_000_000L;
    return true;
  }

  @Override
  public boolean send(Message message) {
    return false;
  }

  @Override
  public void put(int target, long channel, long version, Slice elements) {}

  @Override
  public Mailbox mailbox(int source, long channel, ElementType type, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void forget(long channel) {}

  @Override
  public void await(long untilNanos) {}

  @Override
  public void wake() {}

  @Override
  public void close() {}
}
