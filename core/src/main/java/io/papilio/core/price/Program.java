package io.papilio.core.price;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The schedules of all ranks in flat arrays, for the simulator to walk: one entry, here called
 * operation, for each step; rank after rank, round after round, in each round the sends first.
 *
 * <pre>
 *   rank 0                          rank 1
 *   [send 1][reduce 1]|[send 2]...  [send 0][reduce 0]|...      | ends a round
 *       ^                                       |
 *       +---------------- peer operation -------+               a message is named by its send
 * </pre>
 *
 * A thousand ranks in a ring are four million steps: as objects, only those of one rank live at a
 * time.
 */
final class Program {
  private static final byte SENDS = 1;
  private static final byte REDUCES = 2;
  private static final byte ENDS_ROUND = 4;
  private static final byte FIRST_RECEIVE = 8;
  private static final int NONE = -1;

  private final int[] starts;
  private final BitSet rounds = new BitSet();
  private byte[] flags = new byte[64];
  private int[] peers = new int[64];
  private int[] lengths = new int[64];

  /** For a send the next one of the same pair of ranks, for a receive the send it belongs to. */
  private int[] links = new int[64];

  private int count;

  private Program(int size) {
    this.starts = new int[size + 1];
  }

  static Program of(Algorithm algorithm, int size, int length) {
    Program program = new Program(size);
    Map<Long, Integer> firstSends = new HashMap<>();
    for (int rank = 0; rank < size; rank++) {
      program.add(algorithm.schedule(rank, size, length));
      program.starts[rank + 1] = program.count;
      program.chainSends(rank, firstSends);
    }
    for (int rank = 0; rank < size; rank++) {
      program.matchReceives(rank, firstSends);
    }
    return program;
  }

  int size() {
    return starts.length - 1;
  }

  /** The first operation of a rank; its last is before the first of the next rank. */
  int start(int rank) {
    return starts[rank];
  }

  int count() {
    return count;
  }

  /** Rounds in which any rank communicates. */
  int rounds() {
    return rounds.cardinality();
  }

  boolean sends(int operation) {
    return (flags[operation] & SENDS) != 0;
  }

  boolean reduces(int operation) {
    return (flags[operation] & REDUCES) != 0;
  }

  boolean endsRound(int operation) {
    return (flags[operation] & ENDS_ROUND) != 0;
  }

  boolean isFirstReceive(int operation) {
    return (flags[operation] & FIRST_RECEIVE) != 0;
  }

  int peer(int operation) {
    return peers[operation];
  }

  int length(int operation) {
    return lengths[operation];
  }

  /** The send that a receive awaits. */
  int message(int receive) {
    return links[receive];
  }

  private void add(Schedule schedule) {
    List<Round> all = schedule.rounds();
    for (int round = 0; round < all.size(); round++) {
      List<Step> steps = all.get(round).steps();
      if (!steps.isEmpty()) {
        rounds.set(round);
        addAll(steps, true);
        int firstReceive = count;
        addAll(steps, false);
        if (firstReceive < count) {
          flags[firstReceive] |= FIRST_RECEIVE;
        }
        flags[count - 1] |= ENDS_ROUND;
      }
    }
  }

  private void addAll(List<Step> steps, boolean sends) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step.isSend() == sends) {
        if (count == flags.length) {
          grow();
        }
        flags[count] = sends ? SENDS : step.kind() == Step.Kind.REDUCE ? REDUCES : 0;
        peers[count] = step.peer();
        lengths[count] = step.range().length();
        count++;
      }
    }
  }

  private void grow() {
    flags = Arrays.copyOf(flags, 2 * count);
    peers = Arrays.copyOf(peers, 2 * count);
    lengths = Arrays.copyOf(lengths, 2 * count);
    links = Arrays.copyOf(links, 2 * count);
  }

  private void chainSends(int rank, Map<Long, Integer> firstSends) {
    int[] last = filled(size());
    for (int operation = starts[rank]; operation < starts[rank + 1]; operation++) {
      if (sends(operation)) {
        int peer = peers[operation];
        links[operation] = NONE;
        if (last[peer] == NONE) {
          firstSends.put(pair(rank, peer), operation);
        } else {
          links[last[peer]] = operation;
        }
        last[peer] = operation;
      }
    }
  }

  private void matchReceives(int rank, Map<Long, Integer> firstSends) {
    int[] last = filled(size());
    for (int operation = starts[rank]; operation < starts[rank + 1]; operation++) {
      if (!sends(operation)) {
        int peer = peers[operation];
        int send =
            last[peer] == NONE
                ? firstSends.getOrDefault(pair(peer, rank), NONE)
                : links[last[peer]];
        if (send == NONE) {
          throw new IllegalArgumentException(
              "rank " + rank + " awaits what rank " + peer + " never sends");
        }
        links[operation] = send;
        last[peer] = send;
      }
    }
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }

  private long pair(int from, int to) {
    return (long) from * size() + to;
  }
}
