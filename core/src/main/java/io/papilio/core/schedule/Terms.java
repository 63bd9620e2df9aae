package io.papilio.core.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Symbolic sums, each known by a number: a leaf is one rank's value, an inner term the sum of
 * exactly two others. Order does not count (a+b and b+a are the same bits), grouping does ((a+b)+c
 * and a+(b+c) are not). Equal terms have equal numbers.
 */
final class Terms {
  /** Not a value: what a vector holds where the collective says nothing. */
  static final int UNDEFINED = -1;

  private final List<BitSet> contributors = new ArrayList<>();
  private final Map<Long, Integer> sums = new HashMap<>();

  /** Numbers 0 to size - 1 are the leaves. */
  Terms(int size) {
    for (int rank = 0; rank < size; rank++) {
      BitSet self = new BitSet(rank + 1);
      self.set(rank);
      contributors.add(self);
    }
  }

  /** The sum of two terms that have no rank in common. */
  int sum(int a, int b) {
    // Pairs by number: packed as two halves, neighbouring terms would all have the same hash code.
    long larger = Math.max(a, b);
    long key = larger * (larger - 1) / 2 + Math.min(a, b);
    Integer known = sums.get(key);
    if (known != null) {
      return known;
    }
    BitSet union = (BitSet) contributors.get(a).clone();
    union.or(contributors.get(b));
    contributors.add(union);
    sums.put(key, contributors.size() - 1);
    return contributors.size() - 1;
  }

  /** A rank whose value is in both, or -1. */
  int common(int a, int b) {
    if (!contributors.get(a).intersects(contributors.get(b))) {
      return -1;
    }
    BitSet both = (BitSet) contributors.get(a).clone();
    both.and(contributors.get(b));
    return both.nextSetBit(0);
  }

  /** The ranks whose values are summed; not to be changed. */
  BitSet contributors(int term) {
    return contributors.get(term);
  }
}
