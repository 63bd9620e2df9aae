package io.papilio.runtime.transport.local;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A mailbox that one thread writes while another may read. */
final class LocalMailbox implements Mailbox {
  private static final VarHandle HEADER = handle("header");
  private static final VarHandle FOOTER = handle("footer");

  private final Slice elements;

  @SuppressWarnings("unused") // by VarHandle
  private long header;

  @SuppressWarnings("unused") // by VarHandle
  private long footer;

  LocalMailbox(ElementType type, int length) {
    this.elements = Slice.allocate(type, length);
  }

  private static VarHandle handle(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(LocalMailbox.class, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** One writer at a time, or puts of several threads of a node would mix; readers do not wait. */
  synchronized void write(long version, Slice from) {
    HEADER.setOpaque(this, version);
    VarHandle.releaseFence(); // the header is seen before any of the elements
    from.copyTo(elements);
    FOOTER.setRelease(this, version); // and all of them before the footer
  }

  @Override
  public long read(Slice into) {
    long after = (long) FOOTER.getAcquire(this);
    elements.copyTo(into);
    VarHandle.acquireFence(); // the elements were read before the header is
    long before = (long) HEADER.getOpaque(this);
    return before == after ? after : TORN;
  }
}
