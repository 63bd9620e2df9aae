package io.papilio.learn.data;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A sum of parts that is added up in their order, whichever thread made which of them, and when.
 *
 * <pre>
 *   made    0 1 2   4     3 and 5 are under way
 *   added   0 1 2         4 is kept until 3 is made, and whoever made it goes on
 * </pre>
 */
final class OrderedSum {
  private final double[] sums;
  private final double[][] kept;
  private final Deque<double[]> spare = new ArrayDeque<>();
  private int next; // to be added

  /** Adds to what is in {@code sums}. */
  OrderedSum(double[] sums, int parts) {
    this.sums = sums;
    this.kept = new double[parts][];
  }

  /** Adds a part as soon as those before it are made; returns zeros in which to make another. */
  double[] add(int part, double[] own) {
    double[] zeros = keep(part, own);
    Arrays.fill(zeros, 0);
    return zeros;
  }

  private synchronized double[] keep(int part, double[] own) {
    kept[part] = own;
    while (next < kept.length && kept[next] != null) {
      double[] due = kept[next++];
      for (int i = 0; i < sums.length; i++) {
        sums[i] += due[i];
      }
      spare.push(due);
    }
    return spare.isEmpty() ? new double[sums.length] : spare.pop();
  }
}
