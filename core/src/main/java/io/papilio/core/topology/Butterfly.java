package io.papilio.core.topology;

import com.google.auto.service.AutoService;

/**
 * One layer of a butterfly at each iteration: the pairs average, and after log2 N iterations every
 * value has reached everyone, at the cost of one message a rank and iteration.
 *
 * <pre>
 *   N = 2^k                      partner = rank XOR 2^(t mod k)
 *
 *   0 --- 1     2 --- 3          iteration 0
 *   0 --------- 2   1 --------- 3          iteration 1
 *
 *   other N, k = ceil(log2 N)    peer = rank + 2^(t mod k) mod N
 *
 *   0 -> 1 -> 2 -> 3 -> 4 -> 0   iteration 0 of 5 ranks
 *   0 -> 2 -> 4 -> 1 -> 3 -> 0   iteration 1
 *   0 -> 4 -> 3 -> 2 -> 1 -> 0   iteration 2
 * </pre>
 *
 * Period k, doubly stochastic for every N. The mean is exact after one period if N is a power of
 * two (spectral gap 1), and near it otherwise, because some values get there twice: 0.80 for 5
 * ranks, 0.94 for 17. A single iteration has gap 0: it leaves the pairs apart.
 *
 * <p>Zhao and Canny, "Butterfly mixing: accelerating incremental-update algorithms on clusters",
 * 2013. Other N are left open there; the rule for them is that of dissemination barriers.
 */
@AutoService(Topology.class)
public record Butterfly() implements Topology {

  @Override
  public String name() {
    return "butterfly";
  }

  @Override
  public String summary() {
    return "One partner an iteration, at distance 1, 2, 4, ...: all is mixed after log2 N of them.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    int distance = 1 << iteration % period(size);
    if (size > 1 && Integer.bitCount(size) == 1) {
      return new int[] {rank ^ distance};
    }
    return Ranks.ahead(rank, size, distance);
  }

  @Override
  public int period(int size) {
    int layers = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    return Math.max(1, layers);
  }
}
