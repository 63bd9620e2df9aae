package io.papilio.runtime.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Elements that say where they belong: each depends on its position and on a number, so that what
 * was swapped, shifted, lost or read too late is seen. All types hold them exactly.
 */
public final class Values {

  private Values() {}

  /** The element at a position: a whole number of 23 bits. */
  public static int at(long salt, int position) {
    return (int) ((salt * 31 + position + 1) * 0x9E3779B97F4A7C15L >>> 41);
  }

  /** As many elements of the type, for that number. */
  public static Slice of(ElementType type, int length, long salt) {
    Slice slice = Slice.allocate(type, length);
    fill(slice, salt);
    return slice;
  }

  public static void fill(Slice slice, long salt) {
    for (int i = 0; i < slice.length(); i++) {
      set(slice, i, at(salt, i));
    }
  }

  public static void assertAre(long salt, Slice slice) {
    for (int i = 0; i < slice.length(); i++) {
      double expected = slice.type() == ElementType.BYTE ? (byte) at(salt, i) : at(salt, i);
      if (get(slice, i) != expected) {
        assertEquals(expected, get(slice, i), "element " + i + " of " + slice);
      }
    }
  }

  /** Whether {@link #assertAre} would pass. */
  public static boolean are(long salt, Slice slice) {
    for (int i = 0; i < slice.length(); i++) {
      if (get(slice, i) != at(salt, i)) {
        return false;
      }
    }
    return true;
  }

  public static double get(Slice anywhere, int place) {
    Slice slice = anywhere.isArray() ? anywhere : anywhere.slice(place, place + 1).copy();
    int position = anywhere.isArray() ? place : 0;
    int at = slice.offset() + position;
    return switch (slice.type()) {
      case FLOAT -> slice.floats()[at];
      case DOUBLE -> slice.doubles()[at];
      case INT -> slice.ints()[at];
      case LONG -> slice.longs()[at];
      case BYTE -> slice.bytes()[at];
    };
  }

  public static void set(Slice slice, int position, double value) {
    int at = slice.offset() + position;
    switch (slice.type()) {
      case FLOAT -> slice.floats()[at] = (float) value;
      case DOUBLE -> slice.doubles()[at] = value;
      case INT -> slice.ints()[at] = (int) value;
      case LONG -> slice.longs()[at] = (long) value;
      case BYTE -> slice.bytes()[at] = (byte) value;
    }
  }
}
