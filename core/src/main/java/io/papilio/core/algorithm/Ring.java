package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;

/**
 * All-reduce around a ring: a reduce-scatter, then an all-gather, each rank talking to its right
 * neighbour only.
 *
 * <pre>
 *   0 -> 1 -> 2 -> 3 -> 0      2 (N - 1) rounds, one N-th of the vector in each
 * </pre>
 *
 * Every rank sends 2 (N - 1) / N vectors, which no algorithm can beat, but waits 2 (N - 1) times:
 * for long vectors and few ranks.
 *
 * <p>Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations",
 * 2009.
 */
@AutoService(Algorithm.class)
public record Ring() implements Algorithm {

  @Override
  public String name() {
    return "ring";
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "Pieces travel around a ring, first to be summed, then to be spread.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return new RingReduceScatter()
        .schedule(rank, size, length)
        .then(new RingAllGather().schedule(rank, size, length));
  }
}
