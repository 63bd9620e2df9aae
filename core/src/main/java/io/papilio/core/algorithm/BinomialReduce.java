package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Reduce to rank 0 over a binomial tree: in round k the ranks whose lowest set bit is bit k send
 * their sum to the rank without that bit, and are done.
 *
 * <pre>
 *   8 ranks:   1 -> 0  3 -> 2  5 -> 4  7 -> 6      2 -> 0  6 -> 4      4 -> 0
 * </pre>
 *
 * log2 N rounds, rounded up; every rank but the root sends one vector.
 */
@AutoService(Algorithm.class)
public record BinomialReduce() implements Algorithm {

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public Collective collective() {
    return Collective.reduce(0);
  }

  @Override
  public String summary() {
    return "Half of the remaining ranks send their sum to the other half, until one is left.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    List<Round> rounds = new ArrayList<>();
    for (int bit = 1; bit < size; bit *= 2) {
      rounds.add(round(rank, size, bit, Range.of(length)));
    }
    return new Schedule(rank, size, length, rounds);
  }

  private static Round round(int rank, int size, int bit, Range all) {
    if (rank % bit != 0) {
      return Round.IDLE;
    }
    if ((rank & bit) != 0) {
      return Round.of(Step.send(rank - bit, all));
    }
    return rank + bit < size ? Round.of(Step.reduce(rank + bit, all)) : Round.IDLE;
  }
}
