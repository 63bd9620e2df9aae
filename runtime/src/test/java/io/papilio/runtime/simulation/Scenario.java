package io.papilio.runtime.simulation;

import io.papilio.core.price.LinkModel;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What one seed stands for: some ranks, what they do, and what happens to them.
 *
 * @param fault what may go wrong, and so what must hold
 * @param oddRank who does something else than the others, or -1
 */
record Scenario(
    long seed,
    int ranks,
    long maxDelayNanos,
    Fault fault,
    List<Disturbance> disturbances,
    List<Batch> program,
    int oddRank) {
  static final long MILLI = 1_000_000;
  static final Heartbeat HEARTBEAT = new Heartbeat(Duration.ofMillis(20), Duration.ofMillis(200));
  static final long FOR_EVER = 1_000_000 * MILLI;

  /** Kinds of trouble. */
  enum Fault {
    NONE(true),
    SHORT_PAUSES(true),
    SHORT_PARTITIONS(true),
    LONG_PAUSE(false),
    KILL(false),
    KILL_TWO(false),
    /** Ranks that cannot reach the rendezvous for long, or never again. */
    CUT_OFF(false),
    /** The rendezvous is killed, or silent for long. */
    NO_RENDEZVOUS(false),
    /** Ranks that cannot reach each other, though all live. */
    SILENT_LINKS(false),
    /** One rank calls something else. */
    MISMATCH(false),
    /** A broken network delivers a message twice. */
    DUPLICATE(false);

    private final boolean harmless;

    Fault(boolean harmless) {
      this.harmless = harmless;
    }

    /** Whether everything must succeed all the same. */
    boolean isHarmless() {
      return harmless;
    }

    /** Whether it is somebody's fault, and the others can go on without that one. */
    boolean hasCulprit() {
      return !harmless && this != SILENT_LINKS && this != MISMATCH && this != DUPLICATE;
    }
  }

  /** Something done to some nodes from a time on; other nodes are those they are parted from. */
  record Disturbance(What what, Set<Integer> nodes, Set<Integer> others, long at, long until) {
    /** The deeds. */
    enum What {
      PAUSE,
      KILL,
      PARTITION
    }
  }

  /** Calls that a rank has under way together: of the whole group, and of a sub-group or none. */
  record Batch(List<Op> ops, List<Integer> members, List<Op> memberOps) {
    static Batch of(Op... ops) {
      return new Batch(List.of(ops), List.of(), List.of());
    }
  }

  static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    int ranks = random.nextInt(fault.isHarmless() ? 1 : 2, 10);
    long[] delays = {MILLI / 20, MILLI, 10 * MILLI};
    long maxDelay = delays[random.nextInt(delays.length)];
    List<Batch> program = program(random, ranks);
    int odd = fault == Fault.MISMATCH ? random.nextInt(ranks) : -1;
    List<Disturbance> disturbances = disturbances(random, fault, ranks, 30 * maxDelay);
    return new Scenario(seed, ranks, maxDelay, fault, disturbances, program, odd);
  }

  /** Some batches, and at last a barrier, so that nobody ends without the others. */
  private static List<Batch> program(SplittableRandom random, int ranks) {
    List<Batch> program = new ArrayList<>();
    int left = random.nextInt(1, 7);
    long id = 1;
    while (left > 0) {
      int together = random.nextInt(1, Math.min(left, 3) + 1);
      left -= together;
      List<Op> ops = new ArrayList<>();
      for (int i = 0; i < together; i++) {
        ops.add(Op.random(random, id++, ranks));
      }
      List<Integer> members = List.of();
      List<Op> memberOps = new ArrayList<>();
      if (random.nextInt(4) == 0) {
        members = shuffled(random, ranks).subList(0, random.nextInt(1, ranks + 1));
        memberOps.add(Op.random(random, id++, members.size()));
        memberOps.add(Op.random(random, id++, members.size()));
      }
      program.add(new Batch(ops, members, memberOps));
    }
    program.add(Batch.of(Op.barrier(id)));
    return program;
  }

  /** What survivors do in a new group. */
  List<Batch> afterwards(int size, int epoch) {
    SplittableRandom random = new SplittableRandom(seed * 31 + epoch);
    long id = 1000L * epoch;
    return List.of(
        Batch.of(Op.random(random, id, size), Op.random(random, id + 1, size)),
        Batch.of(Op.random(random, id + 2, size)),
        Batch.of(Op.barrier(id + 3)));
  }

  private static List<Integer> shuffled(SplittableRandom random, int ranks) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
    for (int i = ranks - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      Integer swapped = order.get(i);
      order.set(i, order.get(j));
      order.set(j, swapped);
    }
    return order;
  }

  private static List<Disturbance> disturbances(
      SplittableRandom random, Fault fault, int ranks, long span) {
    List<Integer> order = shuffled(random, ranks);
    long at = random.nextLong(span);
    int several = random.nextInt(1, 5);
    long brief = 120 * MILLI / several; // all of them together are shorter than what kills
    return switch (fault) {
      case NONE, MISMATCH, DUPLICATE -> List.of();
      case SHORT_PAUSES ->
          IntStream.range(0, several)
              .mapToObj(i -> pause(random.nextInt(-1, ranks), random.nextLong(span), brief))
              .toList();
      case SHORT_PARTITIONS ->
          IntStream.range(0, several)
              .mapToObj(i -> split(random, ranks, random.nextLong(span), brief))
              .toList();
      case LONG_PAUSE -> List.of(pause(order.get(0), at, random.nextLong(300, 900) * MILLI));
      case KILL -> withSilentLinks(random, List.of(kill(order.get(0), at)), ranks, at);
      case KILL_TWO -> {
        long second = at + random.nextLong(500 * MILLI); // also while the others shrink
        List<Disturbance> kills = List.of(kill(order.get(0), at), kill(order.get(1), second));
        yield withSilentLinks(random, kills, ranks, at);
      }
      case CUT_OFF -> {
        Set<Integer> nodes = new TreeSet<>(order.subList(0, random.nextInt(1, ranks)));
        Set<Integer> others = new TreeSet<>(order.subList(nodes.size(), ranks));
        others.add(Transport.RENDEZVOUS);
        long until = random.nextBoolean() ? FOR_EVER : at + random.nextLong(300, 900) * MILLI;
        yield List.of(partition(nodes, others, at, until));
      }
      case NO_RENDEZVOUS -> {
        Disturbance silence = silentLinks(random, ranks, at, at + 500 * MILLI); // calls last longer
        Disturbance loss =
            random.nextBoolean()
                ? kill(Transport.RENDEZVOUS, at)
                : pause(Transport.RENDEZVOUS, at, random.nextLong(300, 900) * MILLI);
        yield List.of(loss, silence);
      }
      case SILENT_LINKS -> {
        boolean heals = random.nextBoolean();
        long until = heals ? at + random.nextLong(3000 * MILLI) : FOR_EVER;
        yield List.of(silentLinks(random, ranks, at, until));
      }
    };
  }

  /** Half of the time: some messages of the old group arrive in the days of the new one. */
  private static List<Disturbance> withSilentLinks(
      SplittableRandom random, List<Disturbance> others, int ranks, long at) {
    List<Disturbance> all = new ArrayList<>(others);
    if (random.nextBoolean()) {
      long from = Math.max(0, at - random.nextLong(5 * MILLI));
      all.add(silentLinks(random, ranks, from, at + random.nextLong(200, 600) * MILLI));
    }
    return all;
  }

  private static Disturbance pause(int node, long at, long nanos) {
    return new Disturbance(Disturbance.What.PAUSE, Set.of(node), Set.of(), at, at + nanos);
  }

  static Disturbance kill(int node, long at) {
    return new Disturbance(Disturbance.What.KILL, Set.of(node), Set.of(), at, FOR_EVER);
  }

  private static Disturbance partition(
      Set<Integer> nodes, Set<Integer> others, long at, long until) {
    return new Disturbance(Disturbance.What.PARTITION, nodes, others, at, until);
  }

  /** Cuts all nodes, the rendezvous among them, into two halves. */
  private static Disturbance split(SplittableRandom random, int ranks, long at, long nanos) {
    Set<Integer> all = IntStream.range(-1, ranks).boxed().collect(Collectors.toSet());
    Set<Integer> nodes = new TreeSet<>(all);
    nodes.removeIf(node -> random.nextBoolean());
    all.removeAll(nodes);
    return partition(nodes, new TreeSet<>(all), at, at + nanos);
  }

  /** Between ranks only: the rendezvous reaches everybody. */
  private static Disturbance silentLinks(SplittableRandom random, int ranks, long at, long until) {
    List<Integer> order = shuffled(random, ranks);
    int cut = random.nextInt(1, ranks);
    return partition(
        new TreeSet<>(order.subList(0, cut)), new TreeSet<>(order.subList(cut, ranks)), at, until);
  }

  /** Where the odd rank does something else. */
  int oddBatch() {
    return (int) (seed % (program.size() - 1));
  }

  /** The nodes to which something happens that may cost them their place in the group. */
  Set<Integer> victims() {
    Set<Integer> victims = new TreeSet<>();
    if (fault == Fault.NO_RENDEZVOUS) {
      IntStream.range(0, ranks).forEach(victims::add); // each blames itself
    }
    for (Disturbance disturbance : disturbances) {
      boolean mayDie =
          disturbance.what() != Disturbance.What.PARTITION
              || disturbance.others().contains(Transport.RENDEZVOUS);
      if (mayDie && !fault.isHarmless()) {
        victims.addAll(disturbance.nodes());
      }
    }
    return victims;
  }

  /** Long enough to show a forgotten deadline as a hang, unless time-outs are the only way out. */
  Settings settings() {
    Duration timeout = fault == Fault.SILENT_LINKS ? Duration.ofSeconds(2) : Duration.ofHours(10);
    return new Settings(timeout, Duration.ofMillis(50), group -> LinkModel.inproc());
  }
}
