package io.papilio.learn.data;

/**
 * MurmurHash3 of 32 bits, the hash of features, for the results that VW has as well.
 *
 * <pre>
 *   4 bytes  x c1, rotate, x c2 --+
 *   hash  --------------------- xor, rotate, x 5 + c ---> next 4 bytes ... ---> mixed at the end
 * </pre>
 *
 * <p>Austin Appleby, MurmurHash3_x86_32, 2011.
 */
final class Murmur3 {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;

  private Murmur3() {}

  static int hash(byte[] bytes, int from, int to, int seed) {
    int hash = seed;
    int at = from;
    for (; to - at >= 4; at += 4) {
      int word =
          bytes[at] & 0xff
              | (bytes[at + 1] & 0xff) << 8
              | (bytes[at + 2] & 0xff) << 16
              | bytes[at + 3] << 24;
      hash = Integer.rotateLeft(hash ^ scramble(word), 13) * 5 + 0xe6546b64;
    }
    int rest = 0;
    for (int i = to - 1; i >= at; i--) {
      rest = rest << 8 | bytes[i] & 0xff;
    }
    return mix(hash ^ scramble(rest) ^ to - from);
  }

  private static int scramble(int word) {
    return Integer.rotateLeft(word * C1, 15) * C2;
  }

  private static int mix(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
    return mixed ^ mixed >>> 16;
  }
}
