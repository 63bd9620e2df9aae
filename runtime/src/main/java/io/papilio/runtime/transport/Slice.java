package io.papilio.runtime.transport;

import java.util.Objects;

/**
 * Some elements of a primitive array: the array itself, not a copy, from one index (inclusive) to
 * another (exclusive). What is sent, received, reduced and put into mailboxes is always a slice.
 *
 * <p>What arrives may lie in {@link Memory} outside the heap instead; it has no array, and is
 * {@linkplain #copyTo copied} to be used.
 */
public final class Slice {
  public static final Slice EMPTY = of(new byte[0]);

  private ElementType type;
  private Object array;
  private int from;
  private int to;

  private Slice(ElementType type, Object array, int from, int to) {
    this.type = type;
    this.array = array;
    this.from = from;
    this.to = to;
  }

  public static Slice of(float[] array) {
    return new Slice(ElementType.FLOAT, array, 0, array.length);
  }

  public static Slice of(double[] array) {
    return new Slice(ElementType.DOUBLE, array, 0, array.length);
  }

  public static Slice of(int[] array) {
    return new Slice(ElementType.INT, array, 0, array.length);
  }

  public static Slice of(long[] array) {
    return new Slice(ElementType.LONG, array, 0, array.length);
  }

  public static Slice of(byte[] array) {
    return new Slice(ElementType.BYTE, array, 0, array.length);
  }

  static Slice of(Memory memory, ElementType type, int at, int length) {
    return new Slice(type, memory, at, at + length);
  }

  /** A new array of zeros. */
  public static Slice allocate(ElementType type, int length) {
    return new Slice(type, type.newArray(length), 0, length);
  }

  /** Elements {@code first} to {@code last} (exclusive), counted within this slice. */
  public Slice slice(int first, int last) {
    Objects.checkFromToIndex(first, last, length());
    return new Slice(type, array, from + first, from + last);
  }

  /**
   * From now on this is what {@code base.slice(first, last)} would be. For slices that are used
   * again and again, and known to nobody else then.
   */
  public void aim(Slice base, int first, int last) {
    Objects.checkFromToIndex(first, last, base.length());
    type = base.type;
    array = base.array;
    from = base.from + first;
    to = base.from + last;
  }

  /** From now on this is all elements of an array of this type. */
  public void aim(ElementType newType, Object newArray, int length) {
    type = newType;
    array = newArray;
    from = 0;
    to = length;
  }

  /** From now on this is what lies in memory from there on. */
  void aim(Memory memory, ElementType newType, int at, int length) {
    type = newType;
    array = memory;
    from = at;
    to = at + length;
  }

  /**
   * Overwrites the elements of {@code target}, which must be of the same type and length; one of
   * both lies in an array.
   */
  public void copyTo(Slice target) {
    if (target.type != type || target.length() != length()) {
      throw new IllegalArgumentException("cannot copy " + this + " to " + target);
    }
    if (array instanceof Memory memory) {
      memory.get(type, from, target.array, target.from, length());
    } else if (target.array instanceof Memory memory) {
      memory.put(type, target.from, array, from, length());
    } else {
      System.arraycopy(array, from, target.array, target.from, length());
    }
  }

  /** Copies the elements of an array to a position of some memory that suits their size. */
  public void copyTo(Memory memory, int byteOffset) {
    memory.put(type, byteOffset / type.bytes(), array, from, length());
  }

  /** The same elements in an array of their own. */
  public Slice copy() {
    Slice copy = allocate(type, length());
    copyTo(copy);
    return copy;
  }

  /** Whether the elements lie in an array, so that they can be used as they are. */
  public boolean isArray() {
    return !(array instanceof Memory);
  }

  public ElementType type() {
    return type;
  }

  public int length() {
    return to - from;
  }

  public long lengthBytes() {
    return (long) length() * type.bytes();
  }

  /** Where the slice begins in {@link #array}. */
  public int offset() {
    return from;
  }

  /** The array behind it: {@code float[]}, {@code double[]}, ... as {@link #type} says. */
  public Object array() {
    return array;
  }

  /** What it lies in if that is no array. */
  public Memory memory() {
    return (Memory) array;
  }

  public float[] floats() {
    return (float[]) array;
  }

  public double[] doubles() {
    return (double[]) array;
  }

  public int[] ints() {
    return (int[]) array;
  }

  public long[] longs() {
    return (long[]) array;
  }

  public byte[] bytes() {
    return (byte[]) array;
  }

  @Override
  public String toString() {
    return length() + " x " + type;
  }
}
