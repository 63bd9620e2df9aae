package io.papilio.runtime.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Bytes outside the heap, seen as elements of any type: a mapped file, or what a socket reads into.
 * Positions are counted in elements of the type in question, so elements lie at multiples of their
 * size.
 */
public final class Memory {
  private final ByteBuffer bytes;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;
  private final IntBuffer ints;
  private final LongBuffer longs;

  /** What a cache holds together. */
  private static final int LINE = 64;

  /**
   * New memory for sockets, which begins with a line of the cache. What the JVM allocates begins 16
   * bytes behind a page if it is large; and the kernel copies by an instruction that is several
   * times as slow on some processors (AMD Zen 3) if its target lies like that.
   */
  public static Memory aligned(int size) {
    ByteBuffer all = ByteBuffer.allocateDirect(size + LINE);
    return new Memory(all.slice(LINE - all.alignmentOffset(0, LINE), size));
  }

  /** All of the buffer, from 0 to its capacity. */
  public Memory(ByteBuffer buffer) {
    this.bytes = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
    this.floats = bytes.asFloatBuffer();
    this.doubles = bytes.asDoubleBuffer();
    this.ints = bytes.asIntBuffer();
    this.longs = bytes.asLongBuffer();
  }

  /** The bytes themselves, for absolute access: nobody moves their position. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** A view of the bytes with a position and limit of its own, in native order. */
  public ByteBuffer buffer() {
    return bytes.duplicate().order(ByteOrder.nativeOrder());
  }

  /** Elements of this memory, without copying them; {@code byteOffset} suits their size. */
  public Slice slice(ElementType type, int byteOffset, int length) {
    if (byteOffset % type.bytes() != 0) {
      throw new IllegalArgumentException("no " + type + " lies at byte " + byteOffset);
    }
    return Slice.of(this, type, byteOffset / type.bytes(), length);
  }

  /** Copies elements from here into an array, from one of its indices on. */
  void get(ElementType type, int at, Object array, int from, int length) {
    switch (type) {
      case FLOAT -> floats.get(at, (float[]) array, from, length);
      case DOUBLE -> doubles.get(at, (double[]) array, from, length);
      case INT -> ints.get(at, (int[]) array, from, length);
      case LONG -> longs.get(at, (long[]) array, from, length);
      case BYTE -> bytes.get(at, (byte[]) array, from, length);
    }
  }

  /** Copies elements of an array, from one of its indices on, to here. */
  void put(ElementType type, int at, Object array, int from, int length) {
    switch (type) {
      case FLOAT -> floats.put(at, (float[]) array, from, length);
      case DOUBLE -> doubles.put(at, (double[]) array, from, length);
      case INT -> ints.put(at, (int[]) array, from, length);
      case LONG -> longs.put(at, (long[]) array, from, length);
      case BYTE -> bytes.put(at, (byte[]) array, from, length);
    }
  }
}
