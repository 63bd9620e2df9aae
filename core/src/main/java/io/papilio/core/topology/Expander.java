package io.papilio.core.topology;

import com.google.auto.service.AutoService;

/**
 * The root expander: everyone sends to the next, which connects all, and to the one a square root
 * of N ahead, which carries far.
 *
 * <pre>
 *   9 ranks:   0 -> 1, 3     1 -> 2, 4     2 -> 3, 5     ...     8 -> 0, 2
 *
 *   peers = rank + {1, floor(sqrt N)} mod N, without duplicates (for 2 and 3 ranks: {1})
 * </pre>
 *
 * Two messages a rank and iteration for every N, doubly stochastic; a value is everywhere after
 * about 2 sqrt N iterations. Spectral gap 0.33333 for 6 ranks, 0.14191 for 25.
 *
 * <p>Kadav and Kruus, "ASAP: asynchronous approximate data-parallel computation", 2016, figure 2c;
 * rounding the root down is our choice where N is not a square.
 */
@AutoService(Topology.class)
public record Expander() implements Topology {

  @Override
  public String name() {
    return "expander";
  }

  @Override
  public String summary() {
    return "Everyone sends to the next and to the one sqrt N ahead: two messages, mixes well.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return Ranks.ahead(rank, size, 1, root(size));
  }

  /** The largest integer whose square is not above {@code size}. */
  static int root(int size) {
    int root = 1;
    while ((root + 1L) * (root + 1L) <= size) {
      root++;
    }
    return root;
  }
}
