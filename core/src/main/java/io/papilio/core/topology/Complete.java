package io.papilio.core.topology;

import com.google.auto.service.AutoService;
import java.util.stream.IntStream;

/**
 * Everyone sends to everyone: the exact mean at every iteration.
 *
 * <pre>
 *   0 --- 1
 *   |  X  |      N - 1 messages a rank and iteration
 *   2 --- 3
 * </pre>
 *
 * Spectral gap 1, doubly stochastic: what the sparse topologies are measured against, and the one
 * that costs the most.
 *
 * <p>Kadav and Kruus, "ASAP: asynchronous approximate data-parallel computation", 2016, figure 2a.
 */
@AutoService(Topology.class)
public record Complete() implements Topology {

  @Override
  public String name() {
    return "complete";
  }

  @Override
  public String summary() {
    return "Everyone sends to everyone: exact, and the most expensive.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return IntStream.range(0, size).filter(peer -> peer != rank).toArray();
  }
}
