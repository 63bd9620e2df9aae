package io.papilio.runtime.transport.simulated;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Slice;

/** A mailbox whose puts take time. */
final class SimulatedMailbox implements Mailbox {
  private final Slice elements;
  private long header;
  private long footer;

  SimulatedMailbox(ElementType type, int length) {
    this.elements = Slice.allocate(type, length);
  }

  void writeFirstHalf(long version, Slice from) {
    header = version;
    int half = elements.length() / 2;
    from.slice(0, half).copyTo(elements.slice(0, half));
  }

  void writeSecondHalf(long version, Slice from) {
    int half = elements.length() / 2;
    from.slice(half, from.length()).copyTo(elements.slice(half, elements.length()));
    footer = version;
  }

  @Override
  public long read(Slice into) {
    elements.copyTo(into);
    return header == footer ? footer : TORN;
  }
}
