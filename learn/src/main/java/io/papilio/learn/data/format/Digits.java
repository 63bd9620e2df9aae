package io.papilio.learn.data.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of text at a time, as one long of which the first byte is the lowest.
 *
 * <pre>
 *   text     1 2 3 : 0 . 5 _
 *   count    3                            digits from the first byte on
 *   value    0 0 0 0 0 1 2 3   ->   123   moved to the end, then added in pairs
 * </pre>
 *
 * There are no branches that depend on how many digits there are: numbers differ in that, and
 * processors guess wrong.
 */
final class Digits {
  static final int BYTES = Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ZEROS = 0x3030303030303030L; // eight times '0'
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = 0x8080808080808080L; // the highest bit of each byte
  private static final long ABOVE_NINE = 0x7676767676767676L; // lifts 10 to the highest bit
  private static final long[] TENS = {
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
  };

  private Digits() {}

  /** Loads eight bytes; those behind the array count as zero. */
  static long load(byte[] bytes, int at) {
    if (at <= bytes.length - BYTES) {
      return (long) LONGS.get(bytes, at);
    }
    long eight = 0;
    for (int i = bytes.length - 1; i >= at; i--) {
      eight = eight << Byte.SIZE | bytes[i] & 0xff;
    }
    return eight;
  }

  /** Returns how many bytes are digits before the first that is none. */
  static int count(long eight) {
    long values = eight ^ ZEROS;
    long others = (values + ABOVE_NINE | values) & HIGHEST; // right up to the first of them
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /** Returns the number that the first {@code count} digits are; 0 if there are none. */
  static long value(long eight, int count) {
    int half = (BYTES - count) * (Byte.SIZE / 2); // by a whole 64 nothing would be moved
    long digits = (eight ^ ZEROS) << half << half;
    digits = (digits & 0x0F0F0F0F0F0F0F0FL) * (10 << 8 | 1) >>> 8;
    digits = (digits & 0x00FF00FF00FF00FFL) * (100 << 16 | 1) >>> 16;
    return (digits & 0x0000FFFF0000FFFFL) * (10_000L << 32 | 1) >>> 32;
  }

  static long ten(int power) {
    return TENS[power];
  }

  /** Returns the position of the first such byte, or {@code to}. */
  static int find(byte wanted, byte[] bytes, int from, int to) {
    long all = wanted * ONES;
    int at = from;
    for (; at <= to - BYTES; at += BYTES) {
      long others = (long) LONGS.get(bytes, at) ^ all;
      long found = others - ONES & ~others & HIGHEST; // right up to the first of them
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}
