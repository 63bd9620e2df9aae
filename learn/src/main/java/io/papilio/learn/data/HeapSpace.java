package io.papilio.learn.data;

import java.util.Locale;

/** Checks that there is memory for something before it is made. */
public final class HeapSpace {

  private HeapSpace() {}

  /**
   * Fails if there is not as much memory left for each of several.
   *
   * @param what needs it, such as "a worker needs"
   * @throws IllegalArgumentException if there is none
   */
  public static void require(String what, long bytes, int each) {
    if (bytes > free() / each) {
      System.gc(); // what loading has left behind does not count
    }
    if (bytes > free() / each) {
      throw new IllegalArgumentException(
          "%s %s, and %s are free for %d here: give the JVM more with -Xmx, or take fewer workers,"
                  .formatted(what, text(bytes), text(free()), each)
              + " features or rows");
    }
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  /** Returns a number of bytes for people, such as {@code 8.5 MB}. */
  public static String text(double bytes) {
    String[] units = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    double value = bytes;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    String digits = unit == 0 || value >= 100 ? "%.0f" : "%.1f";
    return String.format(Locale.ROOT, digits + " %s", value, units[unit]);
  }
}
