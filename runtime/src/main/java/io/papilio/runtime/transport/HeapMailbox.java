package io.papilio.runtime.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A mailbox in an array of this JVM, that one thread writes while another may read. */
public final class HeapMailbox implements Mailbox {
  private static final VarHandle HEADER = handle("header");
  private static final VarHandle FOOTER = handle("footer");

  private final Slice elements;

  @SuppressWarnings("unused") // by VarHandle
  private long header;

  @SuppressWarnings("unused") // by VarHandle
  private long footer;

  public HeapMailbox(ElementType type, int length) {
    this.elements = Slice.allocate(type, length);
  }

  private static VarHandle handle(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(HeapMailbox.class, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** One writer at a time, or puts of several threads of a node would mix; readers do not wait. */
  public synchronized void write(long version, Slice from) {
    if (!fits(from.type(), from.length())) {
      throw new IllegalArgumentException("cannot put " + from + " into " + elements);
    }
    write(version, 0, from);
  }

  /** A piece of a put: {@code offset} elements of the same version were written before it. */
  public synchronized void write(long version, int offset, Slice piece) {
    Slice target = elements.slice(offset, offset + piece.length());
    if (offset == 0) {
      HEADER.setOpaque(this, version);
      VarHandle.releaseFence(); // the header is seen before any of the elements
    }
    piece.copyTo(target);
    if (offset + piece.length() == elements.length()) {
      FOOTER.setRelease(this, version); // and all of them before the footer
    }
  }

  public boolean fits(ElementType type, int length) {
    return elements.type() == type && elements.length() == length;
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
