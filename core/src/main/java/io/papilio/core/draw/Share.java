package io.papilio.core.draw;

/** Parts of a vector as people say them: "all", "1/4", "nothing". */
final class Share {

  private Share() {}

  static String of(int elements, int length) {
    if (elements == 0) {
      return "nothing";
    }
    int divisor = gcd(elements, length);
    return elements == length ? "all" : elements / divisor + "/" + length / divisor;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
