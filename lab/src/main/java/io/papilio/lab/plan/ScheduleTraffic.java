package io.papilio.lab.plan;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.BitSet;
import java.util.List;

/**
 * What an algorithm makes its ranks do, counted from their schedules.
 *
 * @param rounds rounds in which anybody communicates
 * @param messages most messages sent by one rank
 * @param vectorsMax most elements sent by one rank, as a multiple of the vector
 * @param vectorsMean the same, on average
 * @param links most peers that one rank talks to
 */
public record ScheduleTraffic(
    int rounds, int messages, double vectorsMax, double vectorsMean, int links) {

  /** Vectors up to this length are sent in one segment by all algorithms. */
  private static final int SHORT_VECTOR = 32 * 1024;

  /** Counts what one call with {@code size} ranks takes. */
  public static ScheduleTraffic of(Algorithm algorithm, int size) {
    int length = length(size);
    BitSet rounds = new BitSet();
    long messages = 0;
    int links = 0;
    long most = 0;
    long all = 0;
    for (int rank = 0; rank < size; rank++) {
      Schedule schedule = algorithm.schedule(rank, size, length);
      addRounds(schedule.rounds(), rounds);
      messages = Math.max(messages, schedule.steps().filter(Step::isSend).count());
      links = Math.max(links, (int) schedule.steps().mapToInt(Step::peer).distinct().count());
      most = Math.max(most, schedule.elementsSent());
      all += schedule.elementsSent();
    }
    return new ScheduleTraffic(
        rounds.cardinality(),
        (int) messages,
        (double) most / length,
        (double) all / length / size,
        links);
  }

  /** A length that both the ranks and the power of two below divide, as long as it is short. */
  private static int length(int size) {
    int both = size * Integer.highestOneBit(size);
    return both <= SHORT_VECTOR ? both : size * (SHORT_VECTOR / size);
  }

  private static void addRounds(List<Round> rounds, BitSet used) {
    for (int round = 0; round < rounds.size(); round++) {
      if (!rounds.get(round).steps().isEmpty()) {
        used.set(round);
      }
    }
  }
}
