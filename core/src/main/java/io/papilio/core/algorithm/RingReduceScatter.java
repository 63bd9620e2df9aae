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
 * Reduce-scatter around a ring: the piece that rank r will own starts at rank r + 1 and collects
 * one addend at each stop on its way round.
 *
 * <pre>
 *   piece 0 of 4 ranks:   1 -> 2 -> 3 -> 0        N - 1 rounds, one N-th of the vector in each
 *   piece 1:              2 -> 3 -> 0 -> 1
 * </pre>
 */
@AutoService(Algorithm.class)
public record RingReduceScatter() implements Algorithm {

  @Override
  public String name() {
    return "ring";
  }

  @Override
  public Collective collective() {
    return Collective.REDUCE_SCATTER;
  }

  @Override
  public String summary() {
    return "Each piece travels around the ring to its owner and is summed on the way.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    List<Round> rounds = new ArrayList<>();
    for (int round = 0; round < size - 1; round++) {
      int sent = Math.floorMod(rank - 1 - round, size);
      int received = Math.floorMod(rank - 2 - round, size);
      rounds.add(
          Round.of(
              Step.send((rank + 1) % size, Range.part(length, size, sent)),
              Step.reduce((rank + size - 1) % size, Range.part(length, size, received))));
    }
    return new Schedule(rank, size, length, rounds);
  }
}
