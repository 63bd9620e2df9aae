package io.papilio.examples;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An algorithm of one's own, in one file: everybody sends its vector to rank 0, which adds them up
 * in the order of the ranks and sends the sum back.
 *
 * <pre>
 *   1 --\          /--> 1
 *   2 ---> 0 (sum) ---> 2        2 rounds, but rank 0 sends and receives N - 1 vectors
 *   3 --/          \--> 3
 * </pre>
 *
 * The annotation is all that is needed: with this class on the class path it is run, verified,
 * priced, listed and drawn like the algorithms that are shipped.
 */
@AutoService(Algorithm.class)
public record StarAllReduce() implements Algorithm {

  @Override
  public String name() {
    return "star";
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "Rank 0 adds everything up and sends the sum back.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    Range all = Range.of(length);
    List<Round> rounds =
        rank == 0
            ? List.of(
                new Round(others(size).mapToObj(peer -> Step.reduce(peer, all)).toList()),
                new Round(others(size).mapToObj(peer -> Step.send(peer, all)).toList()))
            : List.of(Round.of(Step.send(0, all)), Round.of(Step.copy(0, all)));
    return new Schedule(rank, size, length, rounds);
  }

  private static IntStream others(int size) {
    return IntStream.range(1, size);
  }
}
