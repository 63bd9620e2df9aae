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
 * Broadcast from rank 0 over a binomial tree: in each round everyone who has the vector gives it to
 * one who has not, the farthest first.
 *
 * <pre>
 *   8 ranks:   0 -> 4      0 -> 2  4 -> 6      0 -> 1  2 -> 3  4 -> 5  6 -> 7
 * </pre>
 *
 * log2 N rounds, rounded up; the root sends one vector in each.
 */
@AutoService(Algorithm.class)
public record BinomialBroadcast() implements Algorithm {

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public Collective collective() {
    return Collective.broadcast(0);
  }

  @Override
  public String summary() {
    return "Everyone who has the vector gives it to one who has not.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    List<Round> rounds = new ArrayList<>();
    for (int bit = Integer.highestOneBit(Math.max(1, size - 1)); bit > 0 && size > 1; bit /= 2) {
      rounds.add(round(rank, size, bit, Range.of(length)));
    }
    return new Schedule(rank, size, length, rounds);
  }

  private static Round round(int rank, int size, int bit, Range all) {
    if (rank % bit != 0) {
      return Round.IDLE;
    }
    if ((rank & bit) != 0) {
      return Round.of(Step.copy(rank - bit, all));
    }
    return rank + bit < size ? Round.of(Step.send(rank + bit, all)) : Round.IDLE;
  }
}
