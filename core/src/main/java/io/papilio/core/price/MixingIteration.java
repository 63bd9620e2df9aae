package io.papilio.core.price;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import io.papilio.core.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages of one iteration of mixing, for the {@link Simulator} to walk.
 *
 * <pre>
 *   in pairs    an all-reduce of two, in each pair at once
 *   else        one round: the vector to all whom the topology says, theirs combined as they come
 * </pre>
 *
 * <p>No algorithm to run: it makes no sum that is the same everywhere.
 *
 * @param ofTwo what pairs do, if the topology is one of pairs
 */
record MixingIteration(Topology topology, int iteration, Optional<Algorithm> ofTwo)
    implements Algorithm {

  @Override
  public String name() {
    return topology.name();
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return topology.summary();
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return ofTwo
        .map(algorithm -> inPair(algorithm, rank, size, length))
        .orElseGet(() -> toAll(rank, size, length));
  }

  private Schedule inPair(Algorithm algorithm, int rank, int size, int length) {
    int partner = topology.sendTo(rank, size, iteration)[0];
    List<Round> rounds =
        algorithm.schedule(rank < partner ? 0 : 1, 2, length).rounds().stream()
            .map(round -> round.map(step -> new Step(step.kind(), partner, step.range())))
            .toList();
    return new Schedule(rank, size, length, rounds);
  }

  private Schedule toAll(int rank, int size, int length) {
    List<Step> steps = new ArrayList<>();
    for (int peer : topology.sendTo(rank, size, iteration)) {
      steps.add(Step.send(peer, Range.of(length)));
    }
    for (int peer : topology.receiveFrom(rank, size, iteration)) {
      steps.add(Step.reduce(peer, Range.of(length)));
    }
    return new Schedule(rank, size, length, List.of(new Round(steps)));
  }
}
