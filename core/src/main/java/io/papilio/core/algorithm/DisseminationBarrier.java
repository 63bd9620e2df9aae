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
 * Barrier by dissemination: in round k everyone tells the rank 2^k to the right that it has come,
 * and with it everyone it has heard of. Messages without elements.
 *
 * <pre>
 *   5 ranks:   r -> r + 1      r -> r + 2      r -> r + 4   (mod 5)
 * </pre>
 *
 * log2 N rounds, rounded up, for every number of ranks.
 *
 * <p>Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", 1988.
 */
@AutoService(Algorithm.class)
public record DisseminationBarrier() implements Algorithm {

  @Override
  public String name() {
    return "dissemination";
  }

  @Override
  public Collective collective() {
    return Collective.BARRIER;
  }

  @Override
  public String summary() {
    return "Everyone signals the ranks 1, 2, 4, ... to the right.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    Range nothing = Range.of(0);
    List<Round> rounds = new ArrayList<>();
    for (int distance = 1; distance < size; distance *= 2) {
      rounds.add(
          Round.of(
              Step.send((rank + distance) % size, nothing),
              Step.copy(Math.floorMod(rank - distance, size), nothing)));
    }
    return new Schedule(rank, size, length, rounds);
  }
}
