package io.papilio.core.price;

/**
 * What it costs to move bytes between ranks and to combine them.
 *
 * <pre>
 *      rank a                     link                      rank b
 *   [ serialise ]  -->  latency, then byte after byte  -->  [ deserialise, reduce ]
 *     ζ a byte            α            β a byte               ζ a byte     γ a byte
 *     a core of a                                             a core of b
 * </pre>
 *
 * α and β belong to the link: they pass while the cores do something else. γ and ζ are work, and
 * ranks that share {@link Cores} queue for it. ζ is whatever a core does to each byte on each side:
 * serialising objects, and copying where no network card does it. So a link inside a machine, where
 * every byte is moved by a core, has β = 0 and its copies in ζ; primitive arrays on a network have
 * ζ = 0.
 *
 * <p>The letters are those of Li, Davis and Jarvis, "An efficient task-based all-reduce", 2017.
 *
 * @param alphaNanos latency of a message
 * @param betaNanosPerByte transfer, while the byte occupies the links of sender and receiver
 * @param gammaNanosPerByte reduction, by the receiver
 * @param zetaNanosPerByte work on both sides, each
 * @param cores what the ranks run on
 * @param caches what keeps bytes near them
 */
public record LinkModel(
    double alphaNanos,
    double betaNanosPerByte,
    double gammaNanosPerByte,
    double zetaNanosPerByte,
    Cores cores,
    Caches caches) {

  /** To add what came through a ring or a socket: 13 GB/s of bytes received. */
  private static final double GAMMA_OF_BUFFERS = 0.075;

  /** To add another array's elements: 40 GB/s, while all of it is in the caches. */
  private static final double GAMMA_OF_ARRAYS = 0.025;

  /** The presets for one machine were measured on one with two cores. */
  private static final int MEASURED_CORES = 2;

  public LinkModel {
    requireCost("alphaNanos", alphaNanos);
    requireCost("betaNanosPerByte", betaNanosPerByte);
    requireCost("gammaNanosPerByte", gammaNanosPerByte);
    requireCost("zetaNanosPerByte", zetaNanosPerByte);
  }

  /**
   * The cores under the ranks. Ranks that outnumber them cannot wait spinning: who waits leaves its
   * core to the others on it, and gets it back after they had a look at what has come for them.
   *
   * @param count how many they share
   * @param wakeNanos work to put a rank back on a core for what it waited for
   * @param turnNanos how long another rank on the core has it, even if nothing has come
   */
  public record Cores(int count, double wakeNanos, double turnNanos) {

    /** A core for each rank, as many as there may be. */
    public static final Cores OWN = shared(Integer.MAX_VALUE);

    public Cores {
      if (count < 1) {
        throw new IllegalArgumentException("cannot run on " + count + " cores");
      }
      requireCost("wakeNanos", wakeNanos);
      requireCost("turnNanos", turnNanos);
    }

    /** When none of them takes time to change ranks. */
    public static Cores shared(int count) {
      return new Cores(count, 0, 0);
    }
  }

  /**
   * Where the bytes lie that cores work on. γ and ζ are for those that are near; work on others
   * takes longer, the more so the more bytes the vectors of a core's ranks have. Of what goes in
   * short messages half is near: what one round has touched, the next finds in the cache.
   *
   * <p>Not where ranks read each other's arrays: what a round has touched then lies in the cache of
   * the core that wrote it, and comes from there no faster than from the last cache. So short
   * messages gain nothing, unless vectors are too long for the last cache too, and the reader may
   * run on the core of the writer: where ranks share cores.
   *
   * @param nearBytes of vectors a core may have for all to be near
   * @param far how much longer work takes in vectors that no cache holds
   * @param lent whether ranks read each other's arrays
   */
  public record Caches(double nearBytes, double far, boolean lent) {
    /** All bytes are equally near. */
    public static final Caches NONE = new Caches(1);

    /** A message that is longer drives its own beginning out of the cache. */
    private static final double SHORT_BYTES = 256 * 1024;

    /** How much of what is short is near. */
    private static final double SHORT_GAIN = 0.5;

    /** What a core's own cache holds, and what the last one does. */
    private static final double OWN_BYTES = 1e6;

    private static final double LAST_BYTES = 32e6;

    public Caches {
      if (!(far >= 1 && far < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("far bytes cannot cost " + far + " times as much");
      }
      if (!(nearBytes > 0 && nearBytes < LAST_BYTES)) {
        throw new IllegalArgumentException(nearBytes + " bytes cannot be near");
      }
    }

    /** Near is what a core's own cache holds. */
    public Caches(double far) {
      this(OWN_BYTES, far, false);
    }

    private double farWith(double bytesOfACore) {
      return 1 + (far - 1) * way(bytesOfACore, nearBytes, LAST_BYTES);
    }

    private double shortGain(double bytesOfACore, double ranksOfACore) {
      if (!lent) {
        return SHORT_GAIN;
      }
      return ranksOfACore > 1 ? SHORT_GAIN * way(bytesOfACore, LAST_BYTES, 2 * LAST_BYTES) : 0;
    }

    /** How much of the way it is, from 0 to 1, in logarithms: strict, for all ranks must agree. */
    private static double way(double bytes, double from, double to) {
      double way = StrictMath.log(bytes / from) / StrictMath.log(to / from);
      return Math.min(1, Math.max(0, way));
    }
  }

  /**
   * A link between ranks with vectors of some length.
   *
   * @param far how much longer work on long messages takes than on what is near
   * @param shortFar the same of short ones
   */
  record Loaded(LinkModel link, double far, double shortFar) {

    double factor(double messageBytes) {
      return messageBytes > Caches.SHORT_BYTES ? far : shortFar;
    }
  }

  /** Where all bytes are equally near. */
  public LinkModel(
      double alphaNanos,
      double betaNanosPerByte,
      double gammaNanosPerByte,
      double zetaNanosPerByte,
      Cores cores) {
    this(alphaNanos, betaNanosPerByte, gammaNanosPerByte, zetaNanosPerByte, cores, Caches.NONE);
  }

  /** How long a message takes to so many ranks: α, and the turns of others on the same core. */
  public double latencyNanos(int ranks) {
    return alphaNanos + (ranksOfACore(ranks) - 1) * cores.turnNanos();
  }

  private double ranksOfACore(int ranks) {
    return Math.max(1, (double) ranks / cores.count());
  }

  /** Between so many ranks with vectors of this length. */
  Loaded ofVectors(double bytes, int ranks) {
    double ranksOfACore = ranksOfACore(ranks);
    double bytesOfACore = bytes * ranksOfACore;
    double far = caches.farWith(bytesOfACore);
    double gain = caches.shortGain(bytesOfACore, ranksOfACore);
    return new Loaded(this, far, far - (far - 1) * gain);
  }

  /** Latency and transfer only. */
  public static LinkModel of(double alphaNanos, double betaNanosPerByte) {
    return new LinkModel(alphaNanos, betaNanosPerByte, 0, 0, Cores.OWN);
  }

  /**
   * Ranks are threads of one JVM, which read each other's arrays, and wait until theirs were read.
   * So the butterfly, where all wait for all, takes 4 and 8 of them 11 and 33 µs with a short
   * vector; a tree 9 and 27. That was on two cores of an AMD EPYC; work a byte is as on an Intel
   * Xeon. All figures here were set by hand from a few runs of {@code papilio bench}.
   */
  public static LinkModel inproc() {
    Cores cores = new Cores(MEASURED_CORES, 1_800, 300);
    Caches caches = new Caches(4e6, 1.7, true);
    return new LinkModel(350, 0, GAMMA_OF_ARRAYS, 0.034, cores, caches);
  }

  /**
   * Ranks are processes that share memory: a copy into the ring, and one out of it. A tree, where
   * few have something to do and wait for the turns of those who have not, takes 4 and 8 of them 13
   * and 35 µs with a short vector; the butterfly 8 and 31. Measured like threads.
   */
  public static LinkModel shm() {
    Cores cores = new Cores(MEASURED_CORES, 1_000, 1_200);
    return new LinkModel(1_000, 0, GAMMA_OF_BUFFERS, 0.055, cores, new Caches(2.8));
  }

  /**
   * Ranks are processes that talk through the loopback device, whose copies cores make too; and to
   * wake one takes calls of the system. With a short vector 4 and 8 processes on the Xeon take 83
   * and 333 µs for halving-doubling, 43 and 178 for the butterfly, 123 and 539 for the ring.
   */
  public static LinkModel tcp() {
    Cores cores = new Cores(MEASURED_CORES, 6_000, 0);
    return new LinkModel(6_500, 0, GAMMA_OF_BUFFERS, 0.155, cores, new Caches(1.8));
  }

  /** The network that hosts mostly have: 10 Gbit/s, and 25 microseconds from one to another. */
  public static LinkModel network() {
    return network(10, 25);
  }

  /** Every rank has a host of its own, with a full-duplex link of that speed to all others. */
  public static LinkModel network(double gigabits, double latencyMicros) {
    if (!(gigabits > 0)) {
      throw new IllegalArgumentException("a network needs more than " + gigabits + " Gbit/s");
    }
    return new LinkModel(latencyMicros * 1e3, 8 / gigabits, GAMMA_OF_BUFFERS, 0, Cores.OWN);
  }

  /** The same link between ranks that share {@code count} cores. */
  public LinkModel withCores(int count) {
    return with(new Cores(count, cores.wakeNanos(), cores.turnNanos()), caches);
  }

  /** The same with another time to put a rank back on a core. */
  public LinkModel withWake(double nanos) {
    return with(new Cores(cores.count(), nanos, cores.turnNanos()), caches);
  }

  /** The same with other caches: {@code far} bytes cost so many times as much. */
  public LinkModel withFar(double far) {
    return with(cores, new Caches(caches.nearBytes(), far, caches.lent()));
  }

  /** The same with another α. */
  public LinkModel withLatency(double nanos) {
    return new LinkModel(
        nanos, betaNanosPerByte, gammaNanosPerByte, zetaNanosPerByte, cores, caches);
  }

  /** The same with another β. */
  public LinkModel withTransfer(double nanosPerByte) {
    return new LinkModel(
        alphaNanos, nanosPerByte, gammaNanosPerByte, zetaNanosPerByte, cores, caches);
  }

  /** The same with another ζ. */
  public LinkModel withWork(double nanosPerByte) {
    return new LinkModel(
        alphaNanos, betaNanosPerByte, gammaNanosPerByte, nanosPerByte, cores, caches);
  }

  private LinkModel with(Cores newCores, Caches newCaches) {
    return new LinkModel(
        alphaNanos, betaNanosPerByte, gammaNanosPerByte, zetaNanosPerByte, newCores, newCaches);
  }

  private static void requireCost(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be 0 or more, not " + value);
    }
  }
}
