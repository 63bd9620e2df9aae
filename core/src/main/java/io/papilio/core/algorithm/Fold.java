package io.papilio.core.algorithm;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lends an all-reduce for powers of two to any number of ranks: those beyond the largest power of
 * two P give their vector to rank - P before, and get the result back after.
 *
 * <pre>
 *   6 ranks:   4 -> 0   [ 0 1 2 3 among themselves ]   0 -> 4
 *              5 -> 1                                  1 -> 5
 * </pre>
 *
 * One more exchange each way, and none for a power of two.
 */
final class Fold {

  /** An all-reduce among the first {@code size} ranks, a power of two. */
  interface Core {
    List<Round> rounds(int rank, int size, int length);
  }

  private Fold() {}

  static Schedule around(Core core, int rank, int size, int length) {
    int power = Integer.highestOneBit(size);
    if (power == size) {
      return new Schedule(rank, size, length, core.rounds(rank, size, length));
    }
    Range all = Range.of(length);
    List<Round> rounds = new ArrayList<>();
    if (rank >= power) {
      int host = rank - power;
      rounds.add(Round.of(Step.send(host, all)));
      rounds.addAll(Collections.nCopies(core.rounds(host, power, length).size(), Round.IDLE));
      rounds.add(Round.of(Step.copy(host, all)));
    } else {
      int guest = rank + power;
      rounds.add(guest < size ? Round.of(Step.reduce(guest, all)) : Round.IDLE);
      rounds.addAll(core.rounds(rank, power, length));
      rounds.add(guest < size ? Round.of(Step.send(guest, all)) : Round.IDLE);
    }
    return new Schedule(rank, size, length, rounds);
  }
}
