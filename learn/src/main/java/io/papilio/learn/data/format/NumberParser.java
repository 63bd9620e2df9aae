package io.papilio.learn.data.format;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Floats from text, without making strings; the same bits as {@link Float#parseFloat}.
 *
 * <pre>
 *   -12.75e3   ->   1275 and 10^1   ->   one multiplication as double   ->   rounded to float
 * </pre>
 *
 * Up to 18 digits and powers of ten to 10^22 that double is off by less than {@link #SLACK} of its
 * last places. So it rounds to the right float, unless it lies that close to the middle between two
 * floats: then, and for longer numbers, the JDK is asked.
 *
 * <p>A number is {@code [+-] digits [. digits] [e [+-] digits]}, with digits before or after the
 * point. Not for use by several threads.
 */
final class NumberParser {
  private static final int MOST_DIGITS = 18;
  private static final int MOST_EXPONENT = 100_000; // far beyond any float, far from overflow
  private static final int MOST_POWER = 22; // of ten, that a double can hold exactly
  private static final double[] POWERS = powers(); // from that below zero on
  private static final Set<String> NAMES = Set.of("nan", "inf", "infinity");
  private static final long HALF = 1L << 28; // of the 29 bits that a double has beyond a float
  private static final long SLACK = 4;

  private int end;

  /**
   * The number that begins at {@code from}: NaN if there is none, infinity if it is too large.
   * {@link #end} is where it ends.
   */
  float parse(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    if (negative || at < to && bytes[at] == '+') {
      at++;
    }
    int firstDigit = at;
    long digits;
    if (at + 1 < to && bytes[at + 1] == '.' && isDigit(bytes[at])) {
      digits = bytes[at++] - '0'; // as most begin, of rows of length 1
    } else {
      digits = digits(bytes, at, to, 0);
      at = end;
    }
    int count = at - firstDigit;
    int power = 0;
    if (at < to && bytes[at] == '.') {
      digits = digits(bytes, at + 1, to, digits);
      power = at + 1 - end;
      at = end;
      count -= power;
    }
    if (count == 0) {
      return Float.NaN;
    }
    if (at < to && (bytes[at] | 0x20) == 'e') {
      power += exponent(bytes, at + 1, to);
      if (end == at) {
        return Float.NaN;
      }
    }
    if (count <= MOST_DIGITS && Math.abs(power) <= MOST_POWER) {
      double value = digits * POWERS[power + MOST_POWER];
      if (isSafe(value)) {
        return (float) (negative ? -value : value);
      }
    }
    return Float.parseFloat(text(bytes, from, end));
  }

  /** Appends the digits that begin at {@code from} to others; moves the end behind them. */
  private long digits(byte[] bytes, int from, int to, long others) {
    long digits = others;
    int at = from;
    int count;
    do {
      long eight = Digits.load(bytes, at);
      count = Math.min(Digits.count(eight), to - at);
      digits = digits * Digits.ten(count) + Digits.value(eight, count);
      at += count;
    } while (count == Digits.BYTES);
    end = at;
    return digits;
  }

  int end() {
    return end;
  }

  /** Moves the end behind the exponent, if there is one. */
  private int exponent(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    if (negative || at < to && bytes[at] == '+') {
      at++;
    }
    int firstDigit = at;
    int exponent = 0;
    for (; at < to && isDigit(bytes[at]); at++) {
      exponent = Math.min(10 * exponent + (bytes[at] - '0'), MOST_EXPONENT);
    }
    if (at > firstDigit) {
      end = at;
    }
    return negative ? -exponent : exponent;
  }

  /** Returns whether all numbers close to this one have the same float. */
  private static boolean isSafe(double value) {
    long beyond = Double.doubleToRawLongBits(value) & 2 * HALF - 1;
    return Math.abs(beyond - HALF) > SLACK;
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  static boolean isFinite(float value) {
    return Math.abs(value) <= Float.MAX_VALUE;
  }

  /** Returns why a text is not a number that could be used. */
  static String problem(byte[] bytes, int from, int to) {
    NumberParser parser = new NumberParser();
    boolean tooLarge = Float.isInfinite(parser.parse(bytes, from, to)) && parser.end == to;
    return tooLarge || isName(bytes, from, to)
        ? "not finite: " + text(bytes, from, to)
        : "not a number: '" + text(bytes, from, to) + "'";
  }

  /** Returns whether a text names infinity or what is not a number. */
  static boolean isName(byte[] bytes, int from, int to) {
    int first = from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
    int letter = first < to ? bytes[first] | 0x20 : 0;
    return (letter == 'n' || letter == 'i') // most texts end here, and make no string
        && NAMES.contains(text(bytes, first, to).toLowerCase(Locale.ROOT));
  }

  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private static double[] powers() {
    double[] powers = new double[2 * MOST_POWER + 1];
    powers[MOST_POWER] = 1;
    for (int i = 1; i <= MOST_POWER; i++) {
      powers[MOST_POWER + i] = 10 * powers[MOST_POWER + i - 1];
      powers[MOST_POWER - i] = 1 / powers[MOST_POWER + i];
    }
    return powers;
  }
}
