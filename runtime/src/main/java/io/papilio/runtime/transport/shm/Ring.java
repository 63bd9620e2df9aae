package io.papilio.runtime.transport.shm;

import io.papilio.runtime.transport.Memory;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Bytes from one process to another: one writes, one reads, nobody locks.
 *
 * <pre>
 *   | tail | head | reader asleep | writer waits |  frame | frame | ...          | gap |
 *                                                  ^head          ^tail
 * </pre>
 *
 * Head and tail only grow; a frame lies in one piece, and a gap is left at the end where one does
 * not fit. The writer fills in a frame and then moves the tail; the reader uses the frame where it
 * lies, and the head moves when it and all before it are released.
 *
 * <p>Who wants to sleep raises a flag and then looks again; who moves a pointer looks at the flag
 * afterwards. So at least one of both notices, and a sleeper is always woken.
 */
final class Ring {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** The numbers lie on cache lines of their own: two, since processors fetch pairs. */
  private static final int LINE = 128;

  static final int HEADER = 4 * LINE;
  private static final int GAP = -1;

  private final Memory memory;
  private final ByteBuffer bytes;
  private final int start;
  private final int capacity;

  private final int tailAt;
  private final int headAt;
  private final int asleepAt;
  private final int waitsAt;

  private long tail; // the writer's
  private long knownHead;
  private long claimedEnd;

  private long next; // the reader's
  private long knownTail;
  private int gap;
  private final Releases releases = new Releases();

  /** A ring of {@code capacity} bytes, a power of two, behind a header; new memory is all zeros. */
  Ring(Memory memory, int at, int capacity) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("a ring of " + capacity + " bytes");
    }
    this.memory = memory;
    this.bytes = memory.bytes();
    this.start = at + HEADER;
    this.capacity = capacity;
    this.tailAt = at;
    this.headAt = at + LINE;
    this.asleepAt = at + 2 * LINE;
    this.waitsAt = at + 3 * LINE;
  }

  Memory memory() {
    return memory;
  }

  /** For the writer: where {@code size} bytes, at most half the ring, may be filled in; or -1. */
  int claim(int size) {
    int index = (int) (tail & capacity - 1);
    int gap = index + size > capacity ? capacity - index : 0;
    if (tail + gap + size - knownHead > capacity) {
      knownHead = (long) LONG.getAcquire(bytes, headAt);
      if (tail + gap + size - knownHead > capacity) {
        return -1;
      }
    }
    if (gap > 0) {
      bytes.putInt(start + index, GAP);
      index = 0;
    }
    claimedEnd = tail + gap + size;
    return start + index;
  }

  /** For the writer: what was claimed is filled in. Returns whether the reader must be woken. */
  boolean publish() {
    tail = claimedEnd;
    LONG.setVolatile(bytes, tailAt, tail);
    return (int) INT.getVolatile(bytes, asleepAt) != 0 && INT.compareAndSet(bytes, asleepAt, 1, 0);
  }

  /** For the writer: asks to be woken when there is room; false if there is by now. */
  boolean waitForRoom(int size) {
    INT.setVolatile(bytes, waitsAt, 1);
    knownHead = (long) LONG.getVolatile(bytes, headAt);
    return claim(size) < 0;
  }

  /** For the reader: where the next frame lies, or -1. It is there once; see {@link #took}. */
  int next() {
    if (!hasNext()) {
      return -1;
    }
    int index = (int) (next & capacity - 1);
    if (bytes.getInt(start + index) == GAP) {
      gap = capacity - index;
      index = 0;
    }
    return start + index;
  }

  boolean hasNext() {
    if (next == knownTail) {
      knownTail = (long) LONG.getAcquire(bytes, tailAt);
    }
    return next != knownTail;
  }

  /**
   * For the reader: the frame of {@link #next} has this size; returns its ticket to release it, and
   * the gap before it.
   */
  long took(int size) throws IOException {
    int whole = gap + size;
    int index = (int) (next + gap & capacity - 1);
    if (whole > knownTail - next || index + size > capacity) {
      throw new ProtocolException("a frame of " + size + " bytes reaches out of its ring");
    }
    gap = 0;
    next += whole;
    return releases.add(whole);
  }

  /** For the reader, on any thread: its memory may be used again. Whether the writer must wake. */
  boolean release(long ticket) {
    long freed = releases.release(ticket);
    if (freed < 0) {
      return false;
    }
    return (int) INT.getVolatile(bytes, waitsAt) != 0 && INT.compareAndSet(bytes, waitsAt, 1, 0);
  }

  /** For the reader: asks to be woken for the next frame; false if there is one already. */
  boolean fallAsleep() {
    INT.setVolatile(bytes, asleepAt, 1);
    knownTail = (long) LONG.getVolatile(bytes, tailAt);
    return next == knownTail;
  }

  /** For the reader: no need to wake it. */
  void wakeUp() {
    INT.setVolatile(bytes, asleepAt, 0);
  }

  /** Frames that were taken, in order; the head moves over those at the front that are released. */
  private final class Releases {
    private int[] sizes = new int[64];
    private boolean[] released = new boolean[64];
    private long first;
    private long count;
    private long head;

    synchronized long add(int size) {
      if (count - first == sizes.length) {
        grow();
      }
      int slot = (int) (count & sizes.length - 1);
      sizes[slot] = size;
      released[slot] = false;
      return count++;
    }

    private void grow() {
      int[] oldSizes = sizes;
      boolean[] oldReleased = released;
      sizes = new int[2 * oldSizes.length];
      released = new boolean[sizes.length];
      for (long i = first; i < count; i++) {
        sizes[(int) (i & sizes.length - 1)] = oldSizes[(int) (i & oldSizes.length - 1)];
        released[(int) (i & sizes.length - 1)] = oldReleased[(int) (i & oldSizes.length - 1)];
      }
    }

    /** The new head, or -1 if it did not move. */
    synchronized long release(long ticket) {
      released[(int) (ticket & sizes.length - 1)] = true;
      if (ticket != first) {
        return -1;
      }
      while (first < count && released[(int) (first & sizes.length - 1)]) {
        head += sizes[(int) (first & sizes.length - 1)];
        first++;
      }
      LONG.setVolatile(bytes, headAt, head);
      return head;
    }
  }
}
