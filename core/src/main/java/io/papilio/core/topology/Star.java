package io.papilio.core.topology;

import com.google.auto.service.AutoService;
import java.util.stream.IntStream;

/**
 * Rank 0 is the hub: it sends to all, and all send to it.
 *
 * <pre>
 *       1
 *       |
 *   2 - 0 - 3        hub: N - 1 messages an iteration, others one
 * </pre>
 *
 * A value is everywhere after two iterations. Not doubly stochastic from 3 ranks on: the hub counts
 * half in everyone's average and all others only in the hub's, so the mean is not kept.
 *
 * <p>A parameter server without a server: Kadav and Kruus, "ASAP: asynchronous approximate
 * data-parallel computation", 2016, figure 2b.
 */
@AutoService(Topology.class)
public record Star() implements Topology {

  @Override
  public String name() {
    return "star";
  }

  @Override
  public String summary() {
    return "Rank 0 sends to all and all to it: does not keep the mean.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return rank == 0 ? IntStream.range(1, size).toArray() : new int[] {0};
  }
}
