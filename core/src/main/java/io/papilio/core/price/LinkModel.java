package io.papilio.core.price;

import java.util.List;

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
 * @param alphaNanos latency of a message, if each rank has a core
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

  /** To add what came through a socket: 13 GB/s of bytes received. */
  private static final double GAMMA_OF_BUFFERS = 0.075;

  /** Those for one host were measured on one with two cores; {@link #on} says which there are. */
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

  /** A host, how many of the ranks run there, and what cores it has for them. */
  public record Host(int ranks, int cores) {
    public Host {
      if (ranks < 1 || cores < 1) {
        throw new IllegalArgumentException("%d ranks on %d cores".formatted(ranks, cores));
      }
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

  /** How long a message takes among {@code ranks}: α, and the turns of others on a core. */
  public double latencyNanos(int ranks) {
    return alphaNanos + (ranksOfACore(ranks) - 1) * cores.turnNanos();
  }

  private double ranksOfACore(int ranks) {
    return Math.max(1, (double) ranks / cores.count());
  }

  /** This link between {@code ranks} whose vectors have {@code bytes} each. */
  Loaded ofVectors(double bytes, int ranks) {
    double ranksOfACore = ranksOfACore(ranks);
    double bytesOfACore = bytes * ranksOfACore;
    double apart = ranks > cores.count() ? 1 - 1.0 / cores.count() : 1;
    double far = caches.factorWith(bytesOfACore, apart);
    double gain = caches.shortGain(bytesOfACore, ranksOfACore);
    double crowding = caches.crowding(ranksOfACore);
    return new Loaded(this, far + crowding, far - (far - 1) * gain + crowding);
  }

  /** Latency and transfer only. */
  public static LinkModel of(double alphaNanos, double betaNanosPerByte) {
    return new LinkModel(alphaNanos, betaNanosPerByte, 0, 0, Cores.OWN);
  }

  /**
   * Ranks are threads of one JVM, which read each other's arrays, and wait until theirs were read.
   * The figures of this and the next two are between those of two guests with two cores of an AMD
   * EPYC; docs/performance.md says how far they are from what is measured.
   */
  public static LinkModel inproc() {
    Cores cores = new Cores(MEASURED_CORES, 1_500, 0);
    Caches caches = new Caches(7e6, 3.7, true, 3.5);
    return new LinkModel(400, 0, 0.0085, 0.0105, cores, caches);
  }

  /**
   * Ranks are processes that share memory: a copy into the ring, and one out of it. 16 of them take
   * twice as long for a byte as 8 do; threads do not.
   */
  public static LinkModel shm() {
    Cores cores = new Cores(MEASURED_CORES, 1_200, 1_200);
    return new LinkModel(620, 0, 0.036, 0.0375, cores, new Caches(1.4).withCrowded(1.8));
  }

  /**
   * Ranks are processes that talk through the loopback device, whose copies cores make too; and to
   * wake one takes calls of the system.
   */
  public static LinkModel tcp() {
    Cores cores = new Cores(MEASURED_CORES, 6_000, 0);
    Caches caches = new Caches(2.5e5, 2, false, 1);
    return new LinkModel(6_600, 0, GAMMA_OF_BUFFERS, 0.104, cores, caches);
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

  /** Returns this link between ranks that share {@code count} cores. */
  public LinkModel withCores(int count) {
    return with(new Cores(count, cores.wakeNanos(), cores.turnNanos()), caches);
  }

  /**
   * Returns this link between the ranks of hosts, each with as much of a core as where it is least.
   */
  public LinkModel on(List<Host> hosts) {
    long ranks = hosts.stream().mapToLong(Host::ranks).sum();
    long least =
        hosts.stream()
            .mapToLong(host -> ranks * host.cores() / host.ranks())
            .min()
            .orElseThrow(() -> new IllegalArgumentException("no ranks"));
    return withCores((int) Math.max(1, Math.min(Integer.MAX_VALUE, least)));
  }

  /** Returns this link with another time to put a rank back on a core. */
  public LinkModel withWake(double nanos) {
    return with(new Cores(cores.count(), nanos, cores.turnNanos()), caches);
  }

  /** Returns this link with caches in which far bytes cost {@code far} times as much. */
  public LinkModel withFar(double far) {
    return with(cores, caches.withFar(far));
  }

  /** Returns this link with another α. */
  public LinkModel withLatency(double nanos) {
    return new LinkModel(
        nanos, betaNanosPerByte, gammaNanosPerByte, zetaNanosPerByte, cores, caches);
  }

  /** Returns this link with another β. */
  public LinkModel withTransfer(double nanosPerByte) {
    return new LinkModel(
        alphaNanos, nanosPerByte, gammaNanosPerByte, zetaNanosPerByte, cores, caches);
  }

  /** Returns this link with another ζ. */
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
