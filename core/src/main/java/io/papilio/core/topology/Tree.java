package io.papilio.core.topology;

import com.google.auto.service.AutoService;
import java.util.stream.LongStream;

/**
 * A binary tree in which everyone sends to its parent and its children.
 *
 * <pre>
 *         0
 *       /   \          parent = (rank - 1) / 2, for rank > 0
 *      1     2         children = 2 rank + 1, 2 rank + 2, below N
 *     / \   /
 *    3   4 5
 * </pre>
 *
 * At most three messages a rank and iteration; a value is everywhere after at most 2 log2 N of
 * them. Not doubly stochastic from 3 ranks on: leaves hear from fewer than inner ranks do, so the
 * mean is not kept. The spectral gap, made for those that keep it, is even negative: -0.036 for 25.
 *
 * <p>The tree of Agarwal, Chapelle, Dudik and Langford, "A reliable effective terascale linear
 * learning system", 2014, with mixing in place of sums; among the topologies of Xie et al.,
 * "Distributed machine learning via sufficient factor broadcasting", 2014.
 */
@AutoService(Topology.class)
public record Tree() implements Topology {

  @Override
  public String name() {
    return "tree";
  }

  @Override
  public String summary() {
    return "Everyone sends to its parent and children in a binary tree: does not keep the mean.";
  }

  @Override
  public int[] sendTo(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return LongStream.of(Math.floorDiv(rank - 1, 2), 2L * rank + 1, 2L * rank + 2)
        .filter(peer -> peer >= 0 && peer < size)
        .mapToInt(peer -> (int) peer)
        .toArray();
  }
}
