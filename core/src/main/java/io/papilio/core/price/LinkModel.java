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
 */
public record LinkModel(
    double alphaNanos,
    double betaNanosPerByte,
    double gammaNanosPerByte,
    double zetaNanosPerByte,
    Cores cores) {

  /**
   * {@code a += b} of one thread moves about 40 GB/s, that is 13 GB/s of bytes received, since each
   * is read, added to one that is read, and written.
   */
  private static final double GAMMA_OF_ARRAYS = 0.075;

  /** The presets for one machine were measured on one with two cores. */
  private static final int MEASURED_CORES = 2;

  /**
   * Open MPI over shared memory takes 11 µs for the 2 rounds of 4 ranks on 2 cores, 32 µs for the 3
   * rounds of 8: 2.7 µs a round and rank, all of it one rank making place for the next.
   */
  private static final double WAKE_NANOS = 2_700;

  public LinkModel {
    requireCost("alphaNanos", alphaNanos);
    requireCost("betaNanosPerByte", betaNanosPerByte);
    requireCost("gammaNanosPerByte", gammaNanosPerByte);
    requireCost("zetaNanosPerByte", zetaNanosPerByte);
  }

  /**
   * The cores under the ranks.
   *
   * @param count how many they share
   * @param wakeNanos work to put a rank that waits back on a core, once a round; paid only when
   *     ranks outnumber cores, for then they cannot wait spinning
   */
  public record Cores(int count, double wakeNanos) {

    /** A core for each rank, as many as there may be. */
    public static final Cores OWN = new Cores(Integer.MAX_VALUE, 0);

    public Cores {
      if (count < 1) {
        throw new IllegalArgumentException("cannot run on " + count + " cores");
      }
      requireCost("wakeNanos", wakeNanos);
    }

    public static Cores shared(int count) {
      return new Cores(count, 0);
    }
  }

  /** Latency and transfer only. */
  public static LinkModel of(double alphaNanos, double betaNanosPerByte) {
    return new LinkModel(alphaNanos, betaNanosPerByte, 0, 0, Cores.OWN);
  }

  /**
   * Ranks are threads of one JVM. α: a flag passes between two cores in 0.1 µs, and a waiting
   * thread needs some time to act on it. ζ: half a copy a side at 14 GB/s, because the receiver
   * often reads straight from the sender's array.
   */
  public static LinkModel inproc() {
    return onOneMachine(300, 0.035);
  }

  /**
   * Ranks are processes that share memory. α: as in a JVM, through a mapped file. ζ: one copy into
   * the ring and one out of it, which together keep up 16 GB/s.
   */
  public static LinkModel shm() {
    return onOneMachine(500, 0.0625);
  }

  /**
   * Ranks are processes that talk through the loopback device. α: half of a round trip of 12 to 15
   * µs. ζ: a stream of large calls passes at 4 GB/s with a core busy on each side.
   */
  public static LinkModel tcp() {
    return onOneMachine(6_500, 0.25);
  }

  /** Every rank has a host of its own, with a full-duplex link of that speed to all others. */
  public static LinkModel network(double gigabits, double latencyMicros) {
    if (!(gigabits > 0)) {
      throw new IllegalArgumentException("a network needs more than " + gigabits + " Gbit/s");
    }
    return new LinkModel(latencyMicros * 1e3, 8 / gigabits, GAMMA_OF_ARRAYS, 0, Cores.OWN);
  }

  private static LinkModel onOneMachine(double alphaNanos, double zetaNanosPerByte) {
    Cores cores = new Cores(MEASURED_CORES, WAKE_NANOS);
    return new LinkModel(alphaNanos, 0, GAMMA_OF_ARRAYS, zetaNanosPerByte, cores);
  }

  /** The same link between ranks that share {@code count} cores. */
  public LinkModel withCores(int count) {
    return new LinkModel(
        alphaNanos,
        betaNanosPerByte,
        gammaNanosPerByte,
        zetaNanosPerByte,
        new Cores(count, cores.wakeNanos()));
  }

  private static void requireCost(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be 0 or more, not " + value);
    }
  }
}
