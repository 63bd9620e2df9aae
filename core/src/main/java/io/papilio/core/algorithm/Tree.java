package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Segmented;
import io.papilio.core.schedule.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * All-reduce over a nearly balanced binary tree, the parent of rank r being (r - 1) / 2: sums go up
 * to rank 0, the total comes down. Long vectors go in {@linkplain Segmented segments}, so that all
 * levels work at once.
 *
 * <pre>
 *         0            round 0: 3, 4 -> 1     5 -> 2
 *       /   \          round 1: 1, 2 -> 0
 *      1     2         round 2: 0 -> 1, 2
 *     / \   /          round 3: 1 -> 3, 4     2 -> 5
 *    3   4 5
 * </pre>
 *
 * 2 log2 N rounds and one more for each further segment; a rank sends at most three vectors, most
 * send one. Few links a rank: for slow networks and moderate vectors.
 *
 * <p>Agarwal, Chapelle, Dudik and Langford, "A reliable effective terascale linear learning
 * system", 2014, figure 1.
 */
@AutoService(Algorithm.class)
public record Tree() implements Algorithm {

  /** 128 KiB of floats: long enough to hide the latency of a round, short enough for a cache. */
  private static final int SEGMENT_LENGTH = 32 * 1024;

  @Override
  public String name() {
    return "tree";
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "Sums go up a binary tree, the total comes down, in overlapping segments.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return new Segmented(new Whole(), SEGMENT_LENGTH).schedule(rank, size, length);
  }

  /** The tree without segments. */
  record Whole() implements Algorithm {

    @Override
    public String name() {
      return "whole-tree";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public String summary() {
      return "The tree in one piece.";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      List<Round> rounds = new ArrayList<>();
      for (int level = depth(size - 1); level > 0; level--) {
        rounds.add(sums(rank, size, level, Range.of(length)));
      }
      Schedule up = new Schedule(rank, size, length, rounds);
      return up.then(up.backwards());
    }

    /** Ranks of {@code level} send to their parents, one level up. */
    private static Round sums(int rank, int size, int level, Range all) {
      if (depth(rank) == level) {
        return Round.of(Step.send((rank - 1) / 2, all));
      }
      List<Step> steps = new ArrayList<>();
      for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++) {
        if (depth(child) == level) {
          steps.add(Step.reduce(child, all));
        }
      }
      return new Round(steps);
    }

    private static int depth(int rank) {
      return 31 - Integer.numberOfLeadingZeros(rank + 1);
    }
  }
}
