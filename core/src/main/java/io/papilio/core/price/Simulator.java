package io.papilio.core.price;

import io.papilio.core.schedule.Algorithm;
import java.util.Arrays;

/**
 * Prices an algorithm by walking the schedules of all ranks as discrete events under a {@link
 * LinkModel}.
 *
 * <p>A rank is one thread that goes through its rounds:
 *
 * <pre>
 *   for each send, in order       serialise (a core)    leave when the outgoing link is free
 *   for each receive, in order    await its arrival     deserialise and reduce (a core)
 *   next round                    when all that is done and all sent bytes have left, or,
 *                                 where ranks read each other's arrays, were given back
 * </pre>
 *
 * The first byte of a message arrives a latency after it left, or when the receiver's incoming link
 * is free; the last one β a byte later. Cores go to who asks first. Where closed forms are known
 * they come out exactly: log2 N (α + nβ + nγ) for the butterfly, 2 (N - 1) (α + n/N β) + (N - 1)
 * n/N γ for the ring.
 */
public final class Simulator {
  private static final double NOT_YET = Double.NaN;

  private final Program program;
  private final LinkModel.Loaded loaded;
  private final LinkModel link;
  private final int elementBytes;
  private final double wakeNanos;
  private final double latencyNanos;
  private final EventQueue queue;

  /** When each shared core is free; empty where every rank has its own. */
  private final double[] coresFree;

  /** When the last byte of a message arrives, by its send operation. */
  private final double[] arrivals;

  // By rank: the operation it is at, when it came there, when its serialised message is ready,
  // when its links are free, and the message it waits for.
  private final int[] at;
  private final double[] clocks;
  private final double[] packed;
  private final double[] outgoingFree;
  private final double[] incomingFree;
  private final int[] awaited;

  // Where ranks read each other's arrays: how many messages of a rank are not read yet, when it
  // gets the others back, and whether it has done all else of its round.
  private final int[] unread;
  private final double[] givenBack;
  private final boolean[] lending;

  private Simulator(Program program, int elementBytes, LinkModel.Loaded loaded) {
    int size = program.size();
    this.program = program;
    this.loaded = loaded;
    this.link = loaded.link();
    this.elementBytes = elementBytes;
    this.queue = new EventQueue(size);
    boolean crowded = size > link.cores().count();
    this.wakeNanos = crowded ? link.cores().wakeNanos() : 0;
    this.latencyNanos = link.latencyNanos(size);
    this.coresFree = new double[crowded ? link.cores().count() : 0];
    this.arrivals = new double[program.count()];
    this.at = new int[size];
    this.clocks = new double[size];
    this.packed = new double[size];
    this.outgoingFree = new double[size];
    this.incomingFree = new double[size];
    this.awaited = new int[size];
    this.unread = new int[size];
    this.givenBack = new double[size];
    this.lending = new boolean[size];
    Arrays.fill(arrivals, NOT_YET);
    Arrays.fill(packed, NOT_YET);
    Arrays.fill(awaited, -1);
  }

  /**
   * The price of one operation of {@code size} ranks on vectors of {@code length} elements.
   *
   * @throws IllegalArgumentException if some rank would wait for ever
   */
  public static Price price(
      Algorithm algorithm, int size, int length, int elementBytes, LinkModel link) {
    if (size < 1 || length < 0 || elementBytes < 1) {
      throw new IllegalArgumentException(
          "no price for %d ranks and %d elements of %d bytes"
              .formatted(size, length, elementBytes));
    }
    return run(
        algorithm,
        size,
        length,
        elementBytes,
        link.ofVectors((double) length * elementBytes, size));
  }

  /** Prices a part of vectors whose whole length {@code link} was made for. */
  static Price run(
      Algorithm algorithm, int size, int length, int elementBytes, LinkModel.Loaded link) {
    return new Simulator(Program.of(algorithm, size, length), elementBytes, link).run();
  }

  private Price run() {
    for (int rank = 0; rank < program.size(); rank++) {
      at[rank] = program.start(rank);
      finishRound(rank, 0);
    }
    while (!queue.isEmpty()) {
      double now = queue.time();
      proceed(queue.poll(), now);
    }
    double total = 0;
    for (int rank = 0; rank < program.size(); rank++) {
      if (lending[rank]) {
        throw new IllegalArgumentException("what rank " + rank + " lends is never read");
      }
      if (!isDone(rank)) {
        throw new IllegalArgumentException(
            "rank " + rank + " waits for rank " + program.peer(at[rank]) + " for ever");
      }
      total = Math.max(total, clocks[rank]);
    }
    return count(total);
  }

  private Price count(double totalNanos) {
    long messages = 0;
    long most = 0;
    long all = 0;
    for (int rank = 0; rank < program.size(); rank++) {
      long elements = 0;
      for (int i = program.start(rank); i < program.start(rank + 1); i++) {
        if (program.sends(i)) {
          messages++;
          elements += program.length(i);
        }
      }
      most = Math.max(most, elements);
      all += elements;
    }
    return new Price(
        totalNanos, program.rounds(), messages, most * elementBytes, all * elementBytes);
  }

  /** What a rank does when its time has come: its next sends, and then it turns to receiving. */
  private void proceed(int rank, double now) {
    if (lending[rank]) {
      finishRound(rank, work(now, wakeNanos));
      return;
    }
    while (program.sends(at[rank])) {
      int send = at[rank];
      double ready = readyToLeave(rank, send, now);
      if (ready > now) {
        queue.add(ready, rank);
        return;
      }
      leave(rank, send, now);
      at[rank]++;
      if (program.endsRound(send)) {
        finishRound(rank, now);
        return;
      }
    }
    clocks[rank] = now;
    receive(rank, now);
  }

  private double readyToLeave(int rank, int send, double now) {
    if (Double.isNaN(packed[rank])) {
      packed[rank] = work(now, touch(send) * link.zetaNanosPerByte());
    }
    return Math.max(packed[rank], outgoingFree[rank]);
  }

  private void leave(int rank, int send, double now) {
    int peer = program.peer(send);
    double transfer = bytes(send) * link.betaNanosPerByte();
    packed[rank] = NOT_YET;
    outgoingFree[rank] = now + transfer;
    incomingFree[peer] = Math.max(now + latencyNanos, incomingFree[peer]) + transfer;
    arrivals[send] = incomingFree[peer];
    if (link.caches().lent()) {
      unread[rank]++;
    }
    if (awaited[peer] == send) {
      awaited[peer] = -1;
      receive(peer, now);
    }
  }

  /**
   * Goes through the receives of a round, from where the rank is, as far as can be known at time
   * {@code now}. Never sends, so it may be called while another rank sends.
   */
  private void receive(int rank, double now) {
    while (true) {
      int receive = at[rank];
      double arrival = arrivals[program.message(receive)];
      if (Double.isNaN(arrival)) {
        awaited[rank] = program.message(receive);
        return;
      }
      double ready = Math.max(clocks[rank], Math.max(arrival, outgoingFree[rank]));
      double nanos = receiveNanos(receive);
      if (coresFree.length > 0 && nanos > 0 && ready > now) {
        // Cores are given away in the order of time: ask again when this one's time has come.
        queue.add(ready, rank);
        return;
      }
      clocks[rank] = work(ready, nanos);
      at[rank]++;
      if (link.caches().lent()) {
        giveBack(program.peer(receive), clocks[rank]);
      }
      if (program.endsRound(receive)) {
        finishRound(rank, clocks[rank]);
        return;
      }
    }
  }

  /** A message of the rank is read: when it knows of the last one it may change what it sent. */
  private void giveBack(int rank, double time) {
    unread[rank]--;
    givenBack[rank] = Math.max(givenBack[rank], time + latencyNanos);
    if (unread[rank] == 0 && lending[rank]) {
      finishRound(rank, clocks[rank]);
    }
  }

  private double receiveNanos(int receive) {
    return (sleepsBefore(receive) ? wakeNanos : 0) + receiveWork(receive);
  }

  /** Whoever had long to do on the message before finds the next one there, and need not sleep. */
  private boolean sleepsBefore(int receive) {
    return program.isFirstReceive(receive) || receiveWork(receive - 1) < wakeNanos;
  }

  private double receiveWork(int receive) {
    double perByte = link.zetaNanosPerByte();
    if (program.reduces(receive)) {
      perByte += link.gammaNanosPerByte();
    }
    return touch(receive) * perByte;
  }

  private void finishRound(int rank, double time) {
    clocks[rank] = Math.max(time, outgoingFree[rank]);
    lending[rank] = unread[rank] > 0 || givenBack[rank] > clocks[rank];
    if (lending[rank] && unread[rank] == 0) {
      queue.add(givenBack[rank], rank);
    } else if (!lending[rank] && !isDone(rank)) {
      queue.add(clocks[rank], rank);
    }
  }

  private boolean isDone(int rank) {
    return at[rank] == program.start(rank + 1);
  }

  /** When work that is ready at {@code time} is done, on the core that is free first. */
  private double work(double time, double nanos) {
    if (coresFree.length == 0 || nanos == 0) {
      return time + nanos;
    }
    int first = 0;
    for (int core = 1; core < coresFree.length; core++) {
      if (coresFree[core] < coresFree[first]) {
        first = core;
      }
    }
    coresFree[first] = Math.max(time, coresFree[first]) + nanos;
    return coresFree[first];
  }

  /** The bytes of a message, those that are far for more than one. */
  private double touch(int operation) {
    double bytes = bytes(operation);
    return bytes * loaded.factor(bytes);
  }

  private double bytes(int operation) {
    return (double) program.length(operation) * elementBytes;
  }
}
