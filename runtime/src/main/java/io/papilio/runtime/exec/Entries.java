package io.papilio.runtime.exec;

import io.papilio.runtime.transport.Slice;

/**
 * The entries of a sparse vector, each in one long, in the order of their indices:
 *
 * <pre>
 *   63            32 31             0
 *   [    index     |  bits of value ]
 * </pre>
 *
 * So they travel as any other array of longs does, and since no index is negative the order of the
 * longs is the order of the indices.
 */
public final class Entries {

  private Entries() {}

  public static long entry(int index, float value) {
    return (long) index << 32 | Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }

  public static int index(long entry) {
    return (int) (entry >>> 32);
  }

  public static float value(long entry) {
    return Float.intBitsToFloat((int) entry);
  }

  /** Whether the value is zero, of either sign. */
  public static boolean isZero(long entry) {
    return (int) entry << 1 == 0;
  }

  /** How many entries have a smaller index: where the one with this index is, or would be. */
  static int find(Slice entries, int index) {
    long[] array = entries.longs();
    int low = entries.offset();
    int high = low + entries.length();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (index(array[middle]) < index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - entries.offset();
  }

  /** The entries of both in a new array, added up where both have an index. */
  static Slice sum(Slice left, Slice right) {
    long[] sum = new long[Math.addExact(left.length(), right.length())];
    int count = sum(left, right, sum);
    return Slice.of(sum).slice(0, count);
  }

  /** Which of the two has the smaller index cannot be foreseen, so it is no branch. */
  static int sum(Slice left, Slice right, long[] into) {
    long[] a = left.longs();
    long[] b = right.longs();
    int at = left.offset();
    int bt = right.offset();
    int aEnd = at + left.length();
    int bEnd = bt + right.length();
    int count = 0;
    while (at < aEnd && bt < bEnd) {
      long x = a[at];
      long y = b[bt];
      int i = index(x);
      int j = index(y);
      into[count++] = i == j ? entry(i, value(x) + value(y)) : y + (x - y & x - y >> 63);
      at += i - j - 1 >>> 31; // 1 if i <= j
      bt += j - i - 1 >>> 31;
    }
    System.arraycopy(a, at, into, count, aEnd - at);
    count += aEnd - at;
    System.arraycopy(b, bt, into, count, bEnd - bt);
    return count + bEnd - bt;
  }
}
