package io.papilio.learn.data;

import java.util.Locale;

/** Numbers of bytes as text. */
public final class ByteCount {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

  private ByteCount() {}

  /** Returns a number of bytes with a unit, such as {@code 1.25 MB}; a dash if it is unknown. */
  public static String text(double bytes) {
    if (!Double.isFinite(bytes)) {
      return "-";
    }
    int unit = 0;
    double shown = bytes;
    while (shown >= 999.5 && unit < UNITS.length - 1) {
      shown /= 1000;
      unit++;
    }
    boolean whole = unit == 0 || shown >= 99.95;
    int decimals = whole ? 0 : shown >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f %s", shown, UNITS[unit]);
  }
}
