package io.papilio.core.topology;

import com.google.auto.service.AutoService;

/**
 * Everyone sends to the next, and the last to nobody.
 *
 * <pre>
 *   0 -> 1 -> 2 -> 3             peer = rank + 1, for all but the last
 * </pre>
 *
 * At most one message a rank and iteration. Not strongly connected: nothing ever comes back to rank
 * 0, whose value displaces all others in the end. Not doubly stochastic either: the mean is not
 * kept. It is here to be compared with; the spectral gap is 0.00214 for 25 ranks.
 *
 * <p>Kadav and Kruus, "ASAP: asynchronous approximate data-parallel computation", 2016, figure 2d.
 */
@AutoService(Topology.class)
public record Chain() implements Topology {

  @Override
  public String name() {
    return "chain";
  }

  @Override
  public String summary() {
    return "Everyone sends to the next, the last to nobody: does not keep the mean.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return rank < size - 1 ? new int[] {rank + 1} : new int[0];
  }
}
