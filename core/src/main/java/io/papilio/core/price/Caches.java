package io.papilio.core.price;

/**
 * Where the bytes lie that cores work on. γ and ζ are for those that are near; work on others takes
 * longer, the more so the more bytes the vectors of a core's ranks have. Of what goes in short
 * messages half is near: what one round has touched, the next finds in the cache.
 *
 * <p>It is otherwise where ranks read each other's arrays. What a round has touched then lies in
 * the cache of the core that wrote it. So short messages gain nothing, unless vectors are too long
 * for the last cache too, and the reader may run on the core of the writer: where ranks share
 * cores. And short vectors never leave the caches of those who wrote them, from where they come
 * more slowly than from the last cache, where longer ones lie:
 *
 * <pre>
 *                  |\                            _____  far
 *   work a byte    | \__________________________/
 *                  own of     all cores'          memory       where the vectors of a core lie
 *                  a core
 * </pre>
 *
 * <p>Where many processes take turns on a core all work takes longer, however short their vectors
 * are: each finds the caches full of what others did. It begins with more than four of them, and
 * was measured up to eight.
 *
 * @param nearBytes of vectors a core may have for all to be near
 * @param far how much longer work takes in vectors that no cache holds
 * @param lent whether ranks read each other's arrays
 * @param passed how much longer work on those takes that come out of another core's own cache
 * @param crowded how much longer work takes where many ranks take turns on a core
 */
public record Caches(double nearBytes, double far, boolean lent, double passed, double crowded) {
  /** All bytes are equally near. */
  public static final Caches NONE = new Caches(1);

  /** A message that is longer drives its own beginning out of the cache. */
  static final double SHORT_BYTES = 256 * 1024;

  /** How much of what is short is near. */
  private static final double SHORT_GAIN = 0.5;

  /** How much of it is where ranks read each other's arrays. */
  private static final double SHORT_GAIN_OF_ARRAYS = 0.2;

  /** What a core's own cache holds, and what the last one does. */
  private static final double OWN_BYTES = 1e6;

  private static final double LAST_BYTES = 32e6;

  /** Longer vectors have left a core's own cache by the time they are read. */
  private static final double LEFT_BYTES = 4 * OWN_BYTES;

  /** Ranks of a core that are not in each other's way, and that are as much as it gets. */
  private static final double FEW_RANKS = 4;

  private static final double MANY_RANKS = 8;

  public Caches {
    requireFactor("far", far);
    requireFactor("passed", passed);
    requireFactor("crowded", crowded);
    if (!(nearBytes > 0 && nearBytes < LAST_BYTES)) {
      throw new IllegalArgumentException(nearBytes + " bytes cannot be near");
    }
  }

  /** Where any number of ranks may share a core. */
  public Caches(double nearBytes, double far, boolean lent, double passed) {
    this(nearBytes, far, lent, passed, 1);
  }

  /** Near is what a core's own cache holds. */
  public Caches(double far) {
    this(OWN_BYTES, far, false, 1);
  }

  /** Returns caches in which far bytes cost {@code newFar} times as much as near ones. */
  Caches withFar(double newFar) {
    return new Caches(nearBytes, newFar, lent, passed, crowded);
  }

  /** Returns caches in which work takes {@code factor} times as long on a crowded core. */
  Caches withCrowded(double factor) {
    return new Caches(nearBytes, far, lent, passed, factor);
  }

  private static void requireFactor(String name, double value) {
    if (!(value >= 1 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " bytes cannot cost " + value + " times as much");
    }
  }

  /** Work per byte; {@code apart} is how likely a reader runs on another core than the writer. */
  double factorWith(double bytesOfACore, double apart) {
    double beyond = (far - 1) * way(bytesOfACore, nearBytes, LAST_BYTES);
    double within = lent ? 1 - way(bytesOfACore, OWN_BYTES, LEFT_BYTES) : 0;
    return 1 + beyond + (passed - 1) * apart * within;
  }

  /** What other ranks of the core add to work that takes 1 where all is near. */
  double crowding(double ranksOfACore) {
    return (crowded - 1) * way(ranksOfACore, FEW_RANKS, MANY_RANKS);
  }

  double shortGain(double bytesOfACore, double ranksOfACore) {
    if (!lent) {
      return SHORT_GAIN;
    }
    return ranksOfACore > 1
        ? SHORT_GAIN_OF_ARRAYS * way(bytesOfACore, LAST_BYTES, 2 * LAST_BYTES)
        : 0;
  }

  /** How much of the way it is, from 0 to 1, in logarithms: strict, for all ranks must agree. */
  private static double way(double amount, double from, double to) {
    double way = StrictMath.log(amount / from) / StrictMath.log(to / from);
    return Math.min(1, Math.max(0, way));
  }
}
