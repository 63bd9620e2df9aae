package io.papilio.core.topology;

import com.google.auto.service.AutoService;

/**
 * Everyone sends to the next, the last to the first.
 *
 * <pre>
 *   0 -> 1 -> 2 -> 3 -> 0        peer = rank + 1 mod N
 * </pre>
 *
 * One message a rank and iteration, doubly stochastic. A value needs N - 1 iterations to get
 * around: the spectral gap 1 - cos(pi / N) falls with the square of N, 0.00789 for 25 ranks.
 *
 * <p>Kadav and Kruus, "ASAP: asynchronous approximate data-parallel computation", 2016, whose
 * figure 7 calls it a chain.
 */
@AutoService(Topology.class)
public record Ring() implements Topology {

  @Override
  public String name() {
    return "ring";
  }

  @Override
  public String summary() {
    return "Everyone sends to the next, the last to the first: one message, slow to mix.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return Ranks.ahead(rank, size, 1);
  }
}
